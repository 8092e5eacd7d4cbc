"""Result files of a known content, in the shape that cosmosim writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import h5py
import numpy as np
import pytest

START = "seconds since 2026-01-01T00:00:00Z"


def _scale(group: h5py.Group, name: str, values: Any, units: str = "") -> None:
    """An axis of the group."""
    texts = isinstance(values[0], str) if len(values) else False
    data = group.create_dataset(name, data=values, dtype=h5py.string_dtype() if texts else None)
    data.make_scale(name)
    if units:
        data.attrs["units"] = units


def _variable(group: h5py.Group, name: str, axes: list[str], values: np.ndarray, units: str) -> None:
    data = group.create_dataset(name, data=values)
    data.attrs["units"] = units
    data.attrs["long_name"] = name
    for number, axis in enumerate(axes):
        data.dims[number].attach_scale(group[axis])


def add_run(
    file: h5py.File, variant: str, percent: np.ndarray, refused: np.ndarray, replication: int = 0, bin_seconds: int = 60
) -> None:
    """A run with `percent` (time, partition) as load and `refused` (time, partition) 429 answers among 1,000."""
    run = file.create_group(f"runs/{variant}/{replication}", track_order=True)
    run.attrs["seed"] = 7
    run.attrs["replication"] = replication
    run.attrs["fingerprint"] = "0123456789abcdef"
    run.attrs["throttled_share"] = refused.sum() / (1000.0 * refused.size) if refused.size else 0.0
    group = run.create_group("partitions")
    bins, partitions = percent.shape
    _scale(group, "time", bin_seconds * np.arange(bins), START)
    _scale(group, "PartitionKeyRangeId", [str(i) for i in range(partitions)])
    _scale(group, "operation", ["read", "create"])
    _scale(group, "status", ["success", "429"])
    _variable(group, "NormalizedRUConsumption", ["time", "PartitionKeyRangeId"], percent, "percent")
    requests = np.zeros((2, 2, bins, partitions), dtype=np.int64)
    requests[0, 0] = 1000 - refused
    requests[1, 1] = refused
    _variable(group, "TotalRequests", ["operation", "status", "time", "PartitionKeyRangeId"], requests, "count")
    latency = run.create_group("latency")
    _scale(latency, "stream", ["orders"])
    _scale(latency, "bucket", [1.0, 2.0, 4.0], "ms")
    _variable(latency, "Count", ["stream", "bucket"], np.array([[5, 3, 1]]), "count")


def create(path: Path, **attributes: Any) -> h5py.File:
    """A result file without runs."""
    file = h5py.File(path, "w", track_order=True)
    file.create_group("runs", track_order=True)
    file.attrs["format_version"] = 1
    file.attrs["tool"] = "cosmosim 0.1.0"
    file.attrs["scenario_name"] = "three designs"
    file.attrs["scenario_text"] = "name: three designs\n"
    file.attrs["parameters"] = "clock.duration = 10 min"
    file.attrs["seed"] = 7
    file.attrs["partial"] = 0
    file.attrs.update(attributes)
    return file


@pytest.fixture
def result(tmp_path: Path) -> Path:
    """Variants `tenant` (2 replications) and `hpk`: 10 bins of a minute, 3 partitions.

    In `tenant` partition 1 is full in the bins 4 to 6 and answers 429 there, partition 2 exists from bin 5 on. In
    `hpk` all is calm.
    """
    path = tmp_path / "designs.h5"
    percent = np.full((10, 3), 20.0)
    percent[4:7, 1] = 100.0
    percent[:5, 2] = np.nan
    refused = np.zeros((10, 3), dtype=np.int64)
    refused[4:7, 1] = 100
    with create(path) as file:
        add_run(file, "tenant", percent, refused)
        add_run(file, "tenant", percent, refused, replication=1)
        add_run(file, "hpk", np.full((10, 3), 25.0), np.zeros((10, 3), dtype=np.int64))
    return path


@pytest.fixture
def new_result(tmp_path: Path) -> Callable[..., Path]:
    """Makes a file of one run from `percent` and `refused`, both (time, partition)."""

    def make(percent: np.ndarray, refused: np.ndarray | None = None, bin_seconds: int = 60, **attributes: Any) -> Path:
        path = tmp_path / "one.h5"
        with create(path, **attributes) as file:
            none = np.zeros(percent.shape, np.int64)
            add_run(file, "base", percent, none if refused is None else refused, 0, bin_seconds)
        return path

    return make
