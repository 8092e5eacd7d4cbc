"""PC-07: time-series keys; scenarios/time-series-keys.yaml, whose bins of a second show loads as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

MINUTES, SECONDS, PARTITIONS = 10, 600, 10


@pytest.fixture
def outcome(cosmosim, repository: Path, tmp_path: Path) -> tuple[dict[str, dict[str, Any]], dict[str, np.ndarray]]:
    """Variant -> its report, and variant -> requests of each second (row) to each partition (column)."""
    words = ("run", repository / "scenarios/time-series-keys.yaml", "--variant", "all", "--format", "json", "--quiet")
    report = cosmosim(*words, "-o", tmp_path / "keys.h5", code=0).json
    with h5py.File(tmp_path / "keys.h5") as file:
        loads = {
            run["variant"]: file[f"runs/{run['variant']}/0/partitions/TotalRequests"][:].sum(axis=(0, 1))
            for run in report["runs"]
        }
    return {run["variant"]: run for run in report["runs"]}, loads


def unevenness(loads: np.ndarray) -> np.ndarray:
    """Of each row: the busiest partition over the mean."""
    return loads.max(axis=1) / loads.mean(axis=1)


def by_minute(loads: np.ndarray) -> np.ndarray:
    return loads.reshape(MINUTES, SECONDS // MINUTES, PARTITIONS).sum(axis=1)


def throttled(run: dict[str, Any]) -> float:
    return run["metrics"]["throttled_share"]["mean"]


def test_a_minute_key_loads_one_partition_at_a_time(outcome) -> None:
    runs, loads = outcome
    assert throttled(runs["minute"]) == pytest.approx(0.862, abs=0.01), "PC-07.a"
    assert np.all((by_minute(loads["minute"]) > 0).sum(axis=1) == 1), "PC-07.a: nine idle in every minute"
    # Each busy second asks for seven times the partition's RU/s, so that all of it is used.
    used = runs["minute"]["streams"]["records"]["succeeded"] * 7.24 / SECONDS
    assert used == pytest.approx(1000, rel=0.001), "PC-07.a: the one partition at 100 %"


def test_a_second_key_is_as_bad_and_looks_harmless_by_the_minute(outcome) -> None:
    runs, loads = outcome
    assert throttled(runs["second"]) == pytest.approx(0.862, abs=0.015), "PC-07.b"
    # A partition that has rested takes 139 readings of a second's Poisson number around 1,000; one that was busy in the
    # second before starts 6.36 RU below and takes 138.
    succeeded = runs["second"]["streams"]["records"]["succeeded"]
    assert 138 * SECONDS < succeeded <= 139 * SECONDS
    assert np.all(unevenness(loads["second"]) == PARTITIONS), "PC-07.c: in each second"
    minutes = unevenness(by_minute(loads["second"]))
    assert np.all((1.2 <= minutes) & (minutes <= 2.6)), f"PC-07.c: {minutes}"


@pytest.mark.parametrize("variant", ["device", "device-location"])
def test_devices_spread_evenly(outcome, variant: str) -> None:
    runs, loads = outcome
    assert throttled(runs[variant]) <= 0.005, "PC-07.d"
    seconds = unevenness(loads[variant])
    assert seconds.mean() <= 1.5 and seconds.max() <= 1.8, "PC-07.d"


def test_the_location_changes_nothing(outcome) -> None:
    runs, _ = outcome
    assert throttled(runs["device"]) == pytest.approx(throttled(runs["device-location"]), abs=0.005), "PC-07.e"
