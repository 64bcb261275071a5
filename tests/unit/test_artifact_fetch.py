"""Fetching: complete or not there, whatever is in the way. The files come from a folder instead of the registry."""

from __future__ import annotations

import errno
import hashlib
import multiprocessing
import os
import time
from pathlib import Path

import pytest

from memgraph_svc.artifacts import space
from memgraph_svc.artifacts.bundle import Bundle
from memgraph_svc.artifacts.fetch import fetch, verify
from memgraph_svc.artifacts.lock import LockedFile
from memgraph_svc.artifacts.marker import read_marker
from memgraph_svc.errors import ArtifactDamagedError, ArtifactError, ArtifactUnreachableError, DiskFullError

CONTENTS = {"proc": b"p" * 3000, "proc-sysinfo": b"s" * 10, "core": b"c" * 5000, "net": b""}


def entry_of(artifact: str, data: bytes) -> LockedFile:
    return LockedFile("org.neo4j.gds", artifact, "1.0", "", hashlib.sha256(data).hexdigest())


BUNDLE = Bundle("server", tuple(entry_of(*item) for item in CONTENTS.items()), about_bytes=8010, plugins=True)
PLACES = {"plugins/proc-1.0.jar", "plugins/proc-sysinfo-1.0.jar", "lib/core-1.0.jar", "lib/net-1.0.jar"}


class FolderResolver:
    """Gives files out of ``CONTENTS`` and counts them in a file, so that processes can be counted together."""

    def __init__(self, journal: Path, *, pause: float = 0.0, changed: dict[str, bytes] | None = None) -> None:
        self.journal = journal
        self.pause = pause
        self.contents = CONTENTS | (changed or {})

    def __call__(self, entry: LockedFile, folder: Path) -> Path:
        path = folder / entry.name
        half = len(self.contents[entry.artifact]) // 2
        path.write_bytes(self.contents[entry.artifact][:half])
        with self.journal.open("a") as stream:
            stream.write(f"{entry.artifact}\n")
        time.sleep(self.pause)
        path.write_bytes(self.contents[entry.artifact])
        return path

    @property
    def asked(self) -> list[str]:
        return sorted(self.journal.read_text().split()) if self.journal.exists() else []


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal"


def files_in(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def fetch_in_process(cache: Path, journal: Path, pause: float) -> None:
    fetch(BUNDLE, cache, threads=2, resolver=FolderResolver(journal, pause=pause))


def test_a_fetch_lays_out_the_files_and_reports_each(tmp_path: Path, journal: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    root = fetch(BUNDLE, tmp_path / "cache", lambda *step: seen.append(step), resolver=FolderResolver(journal))
    assert files_in(root) == PLACES | {"complete.json", ".lock"}
    assert (root / "plugins/proc-1.0.jar").read_bytes() == CONTENTS["proc"]
    assert [(done, total) for done, total, _ in seen] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert {name for _, _, name in seen} == {Path(place).name for place in PLACES}
    verify(BUNDLE, tmp_path / "cache")


def test_a_complete_bundle_is_not_fetched_again(tmp_path: Path, journal: Path) -> None:
    resolver = FolderResolver(journal)
    fetch(BUNDLE, tmp_path, resolver=resolver)
    seen: list[tuple[int, int, str]] = []
    fetch(BUNDLE, tmp_path, lambda *step: seen.append(step), resolver=resolver)
    assert len(resolver.asked) == 4
    assert seen == []


def test_another_set_of_files_gets_another_folder(tmp_path: Path, journal: Path) -> None:
    other = Bundle("server", BUNDLE.entries[:2], about_bytes=10, plugins=True)
    roots = {fetch(bundle, tmp_path, resolver=FolderResolver(journal)) for bundle in (BUNDLE, other)}
    assert len(roots) == 2


def test_two_processes_at_once_fetch_each_file_once(tmp_path: Path, journal: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=fetch_in_process, args=(tmp_path / "cache", journal, 0.3)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0]
    assert FolderResolver(journal).asked == sorted(CONTENTS)
    verify(BUNDLE, tmp_path / "cache")


def test_after_a_killed_fetch_only_the_rest_is_fetched(tmp_path: Path, journal: Path) -> None:
    cache = tmp_path / "cache"
    process = multiprocessing.get_context("spawn").Process(target=fetch_in_process, args=(cache, journal, 0.5))
    process.start()
    root = BUNDLE.root(cache)
    deadline = time.monotonic() + 60
    while not (files_in(root) & PLACES and len(FolderResolver(journal).asked) > 2) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.join(60)
    kept = files_in(root) & PLACES
    assert kept
    assert kept != PLACES
    assert read_marker(root) is None
    assert list(root.glob(".staging-*"))

    journal.unlink()
    fetch(BUNDLE, cache, resolver=FolderResolver(journal))
    assert len(FolderResolver(journal).asked) == len(PLACES - kept)
    assert files_in(root) == PLACES | {"complete.json", ".lock"}
    verify(BUNDLE, cache)


def test_a_fetched_file_with_another_checksum_is_not_kept(tmp_path: Path, journal: Path) -> None:
    with pytest.raises(ArtifactDamagedError) as caught:
        fetch(BUNDLE, tmp_path, threads=1, resolver=FolderResolver(journal, changed={"core": b"error page"}))
    assert "core-1.0.jar" in caught.value.message
    assert hashlib.sha256(b"error page").hexdigest() in caught.value.message
    assert hashlib.sha256(CONTENTS["core"]).hexdigest() in caught.value.message
    assert caught.value.hint
    root = BUNDLE.root(tmp_path)
    assert "lib/core-1.0.jar" not in files_in(root)
    assert read_marker(root) is None
    fetch(BUNDLE, tmp_path, resolver=FolderResolver(journal))
    verify(BUNDLE, tmp_path)


def test_a_file_cut_later_is_named_and_fetched_again_once_deleted(tmp_path: Path, journal: Path) -> None:
    root = fetch(BUNDLE, tmp_path, resolver=FolderResolver(journal))
    damaged = root / "lib" / "core-1.0.jar"
    damaged.write_bytes(CONTENTS["core"][:100])
    with pytest.raises(ArtifactDamagedError) as caught:
        fetch(BUNDLE, tmp_path, resolver=FolderResolver(journal))
    assert str(damaged) in caught.value.message
    assert f"delete {str(damaged)!r}" in caught.value.hint
    damaged.unlink()
    journal.unlink()
    resolver = FolderResolver(journal)
    fetch(BUNDLE, tmp_path, resolver=resolver)
    assert resolver.asked == ["core"]


def test_verify_finds_damage_that_keeps_the_size(tmp_path: Path, journal: Path) -> None:
    root = fetch(BUNDLE, tmp_path, resolver=FolderResolver(journal))
    (root / "plugins" / "proc-1.0.jar").write_bytes(b"x" * 3000)
    fetch(BUNDLE, tmp_path, resolver=FolderResolver(journal))
    with pytest.raises(ArtifactDamagedError, match=r"proc-1\.0\.jar"):
        verify(BUNDLE, tmp_path)
    (root / "plugins" / "proc-1.0.jar").unlink()
    with pytest.raises(ArtifactDamagedError, match="no file"):
        verify(BUNDLE, tmp_path)


def test_a_damaged_marker_only_costs_a_check(tmp_path: Path, journal: Path) -> None:
    root = fetch(BUNDLE, tmp_path, resolver=FolderResolver(journal))
    (root / "complete.json").write_text('{"lib/core')
    journal.unlink()
    resolver = FolderResolver(journal)
    fetch(BUNDLE, tmp_path, resolver=resolver)
    assert resolver.asked == []
    assert read_marker(root) is not None


def test_too_little_space_is_said_before_anything_is_fetched(tmp_path: Path, journal: Path) -> None:
    huge = Bundle("server", BUNDLE.entries, about_bytes=1 << 60, plugins=True)
    resolver = FolderResolver(journal)
    with pytest.raises(DiskFullError, match=r"MB are free .*MEMGRAPH_CACHE"):
        fetch(huge, tmp_path, resolver=resolver)
    assert resolver.asked == []


def test_a_disk_that_fills_up_on_the_way_is_a_full_disk(tmp_path: Path) -> None:
    def full(_entry: LockedFile, folder: Path) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))

    with pytest.raises(DiskFullError, match="no space left"):
        fetch(BUNDLE, tmp_path, resolver=full)
    assert read_marker(BUNDLE.root(tmp_path)) is None


def test_the_space_check_asks_for_nothing_when_nothing_is_written(tmp_path: Path) -> None:
    space.require_free_space(tmp_path / "not there", 0, purpose="nothing")


def test_a_cache_that_cannot_be_made_is_named(tmp_path: Path, journal: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArtifactError, match=r"cannot write the cache .*MEMGRAPH_CACHE"):
        fetch(BUNDLE, tmp_path / "file", resolver=FolderResolver(journal))


def test_a_failure_stops_the_other_downloads(tmp_path: Path) -> None:
    entries = tuple(entry_of(f"a{number}", b"") for number in range(200))
    asked: list[str] = []

    def dead(entry: LockedFile, _folder: Path) -> Path:
        asked.append(entry.name)
        raise ArtifactUnreachableError("nobody there")

    with pytest.raises(ArtifactUnreachableError):
        fetch(Bundle("many", entries, about_bytes=10), tmp_path, resolver=dead)
    assert len(asked) < 100
