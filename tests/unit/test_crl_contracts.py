"""The contracts of Concept Relational Language on generated cases; ``tests/benchmarks/crl.py`` runs more of them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.support.crl_contracts import CONTRACTS

EXAMPLES = 150


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_contract_holds(name: str) -> None:
    check, arguments = CONTRACTS[name]
    quiet = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    quiet(given(*arguments)(check))()
