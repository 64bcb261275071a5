"""The gain below which a walk stops, from what is known of its seeds."""

from __future__ import annotations

import numpy as np
import pytest

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.ppr import gds_equivalent
from memgraph_svc.scoring.tolerance import Source, absolute_tolerance
from memgraph_svc.settings import PPRConfig


def test_it_follows_the_score_of_the_last_hit_that_matters() -> None:
    hub = Source(share=1.0, degree=1_000.0, neighbors=1_000, is_hit=False)
    rare = Source(share=1.0, degree=20.0, neighbors=20, is_hit=False)
    assert absolute_tolerance([hub], 0.5, 0.01) == pytest.approx(0.01 * 0.5 * 0.25 / 1_000)
    assert absolute_tolerance([rare], 0.5, 0.01) == pytest.approx(0.01 * 0.5 * 0.25 / 20)
    both = [Source(0.5, 1_000.0, 1_000, is_hit=False), Source(0.5, 20.0, 20, is_hit=False)]
    assert absolute_tolerance(both, 0.5, 0.01) == pytest.approx(0.01 * 0.5 * 0.125 / 20)


def test_episodes_that_seed_are_hits_themselves() -> None:
    many = [Source(0.1, 4.0, 4, is_hit=True)] * 10
    assert absolute_tolerance(many, 0.5, 0.01) == pytest.approx(0.01 * 0.5 * 0.05)
    one = [Source(1.0, 4.0, 4, is_hit=True)]
    assert absolute_tolerance(one, 0.5, 0.01) == pytest.approx(0.01 * 0.5 * 0.0625)
    assert absolute_tolerance(one, 0.5, 0.01, top=1) == pytest.approx(0.01 * 0.5 * 0.5)


def test_seeds_without_relationships_or_weight_and_none_at_all() -> None:
    assert absolute_tolerance([Source(1.0, 0.0, 0, is_hit=True)], 0.5, 0.01) == pytest.approx(0.01 * 0.5 * 0.5)
    assert absolute_tolerance([], 0.5, 0.01) == 0.0
    assert absolute_tolerance([Source(0.0, 3.0, 3, is_hit=True)], 0.5, 0.01) == 0.0
    assert absolute_tolerance([Source(1.0, 3.0, 3, is_hit=True)], 0.5, 0.0) == 0.0


@pytest.mark.parametrize(
    ("damping", "tolerance", "top"),
    [(1.0, 0.1, 10), (-0.1, 0.1, 10), (0.5, -1.0, 10), (0.5, float("nan"), 10), (0.5, 0.1, 0)],
)
def test_what_breaks_a_rule_is_refused(damping: float, tolerance: float, top: int) -> None:
    with pytest.raises(InvalidInputError):
        absolute_tolerance([], damping, tolerance, top=top)


@pytest.mark.parametrize("damping", [0.5, 0.85])
@pytest.mark.parametrize("hubs", [True, False])
def test_the_first_hits_stay_where_they_are(damping: float, hubs: bool) -> None:
    random = np.random.default_rng(5)
    episodes, entities = 2_000, 400
    share = np.arange(1, entities + 1) ** -0.8
    ends = episodes + random.choice(entities, 3 * episodes, p=share / share.sum())
    mentions = np.stack([np.repeat(np.arange(episodes), 3), ends], axis=1)
    chain = np.stack([np.arange(episodes - 1), np.arange(1, episodes)], axis=1)
    edges, weights = np.concatenate([mentions, chain]), np.r_[np.ones(len(mentions)), np.full(len(chain), 0.1)]
    degrees = np.bincount(edges.ravel(), np.repeat(weights, 2))
    neighbors = np.bincount(edges.ravel())
    same = []
    for _ in range(10):
        seeds = np.zeros(episodes + entities)
        seeds[episodes + random.choice(5 if hubs else entities, 2, replace=False)] = 0.5
        sources = [Source(seeds[i], degrees[i], int(neighbors[i]), is_hit=False) for i in np.flatnonzero(seeds)]
        limit = absolute_tolerance(sources, damping, PPRConfig().tolerance)
        found = gds_equivalent(edges, weights, seeds, damping, iterations=50, tolerance=limit)[:episodes]
        exact = gds_equivalent(edges, weights, seeds, damping, iterations=200, tolerance=0.0)[:episodes]
        last = np.sort(exact)[-10] * (1 - 1e-7)
        same.append((exact[np.argsort(-found)[:10]] >= last).mean())
    assert np.mean(same) >= 0.99
