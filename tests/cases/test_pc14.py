"""PC-14: retries run out; scenarios/retries-run-out.yaml, one burst of 4,000 in place of the case's 100 writers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

INSERTS, CHARGE, BUDGET = 4000, 6, 400
# Variant -> seconds in which a try can fall: see the scenario.
SECONDS = {"none": 1, "three": 4, "nine": 10, "twenty": 21, "nine-100ms": 1, "twenty-100ms": 3}


@pytest.fixture
def runs(cosmosim, repository: Path, tmp_path: Path) -> dict[str, dict[str, Any]]:
    words = ("run", repository / "scenarios/retries-run-out.yaml", "--variant", "all", "--format", "json", "--quiet")
    report = cosmosim(*words, "-o", tmp_path / "retries.h5", code=0).json
    return {run["variant"]: run["streams"]["inserts"] for run in report["runs"]}


def passed_in(seconds: int) -> int:
    """An insert passes while the balance is above zero: 400 RU a second over 6 RU, rounded up."""
    return -(-BUDGET * seconds // CHARGE)


@pytest.mark.parametrize("variant", ["unlimited", "unlimited-100ms"])
def test_without_a_limit_nothing_is_lost(runs, tmp_path: Path, variant: str) -> None:
    inserts = runs[variant]
    assert (inserts["succeeded"], inserts["failed"]) == (INSERTS, 0), "PC-14.a"
    with h5py.File(tmp_path / "retries.h5") as file:
        succeeded = file[f"runs/{variant}/0/streams/succeeded"][:, 0]
        latency = file[f"runs/{variant}/0/latency"]
        # The bucket of the slowest insert begins at most one part in 50 below it.
        longest = latency["bucket"][:][latency["counts"][0, :] > 0].max() / 1e3
    # All come at 0 s, so the slowest one's latency is the duration of the whole.
    assert 59 <= longest * 1.02 and longest <= 62, "PC-14.a"
    busy = np.flatnonzero(succeeded)
    assert (busy[0], busy[-1], len(busy)) == (0, 59, 60)
    sums = np.cumsum(succeeded[:60])
    assert list(sums[:-1]) == [passed_in(n) for n in range(1, 60)]


def test_without_retries_nearly_all_is_lost(runs) -> None:
    assert runs["none"]["failed"] / INSERTS >= 0.97, "PC-14.d"


def test_more_retries_never_lose_more(runs) -> None:
    for wait in ("", "-100ms"):
        names = [name + wait for name in ("three", "nine", "twenty", "unlimited") if name + wait in runs]
        lost = [runs[name]["failed"] for name in ("none", *names)]
        assert lost == sorted(lost, reverse=True), "PC-14.e"
        assert lost[-1] == 0


@pytest.mark.parametrize("variant", SECONDS)
def test_each_retry_by_hand(runs, variant: str) -> None:
    assert runs[variant]["succeeded"] == passed_in(SECONDS[variant])
    assert runs[variant]["succeeded"] + runs[variant]["failed"] == INSERTS


def test_attempts_a_success_and_their_429s_are_told_apart_from_what_is_lost(runs) -> None:
    inserts = runs["unlimited"]
    # Everybody is there in second 0; 67, then 66 or 67 fewer in each second that follows.
    attempts = INSERTS + sum(INSERTS - passed_in(n) for n in range(1, 60))
    assert inserts["attempts"] == attempts
    assert inserts["attempts_per_success"] == pytest.approx(attempts / INSERTS)
    assert inserts["metrics"]["throttled_share"]["mean"] > 0.9 and inserts["failed"] == 0
