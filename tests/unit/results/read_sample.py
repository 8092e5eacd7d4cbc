"""Reads what sample_result writes with h5py, xarray and h5dump, without help: read_sample.py SAMPLE_RESULT."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np
import xarray


def look_with_h5py(path: Path) -> None:
    with h5py.File(path) as file:
        assert list(file["runs"]) == ["zeta", "alpha"], "groups keep the order of writing"
        assert file.attrs["format_version"] == 1
        assert file.attrs["scenario_text"] == "x" * 100_000
        assert list(file.attrs["names"]) == ["a", "é", ""]
        assert (file.attrs["numbers"] == np.full(20_000, 0.5)).all()
        assert len(file.attrs["none"]) == 0
        assert dict(file["runs/zeta/0"].attrs) == {"throttled_share": 0.25, "seed": -7}
        table = file["runs/zeta/0/partitions"]
        load = table["NormalizedRUConsumption"]
        assert [list(dimension.keys()) for dimension in load.dims] == [["time"], ["PartitionKeyRangeId"]]
        assert load.dims[0][0] == table["time"] and load.dims[1][0] == table["PartitionKeyRangeId"]
        assert (load.chunks, load.compression, load.shuffle) == ((1024, 3), "gzip", True)
        users = {file[use["dataset"]].name for use in table["time"].attrs["REFERENCE_LIST"]}
        assert users == {load.name, table["TotalRequests"].name}


def look_with_xarray(path: Path) -> None:
    def table(name: str) -> xarray.Dataset:
        return xarray.open_dataset(path, engine="h5netcdf", group=name)

    with table("runs/zeta/0/partitions") as data:
        load = data.NormalizedRUConsumption
        assert load.dims == ("time", "PartitionKeyRangeId")
        assert (load.units, load.long_name, load.source) == ("percent", "busiest second", "service metrics")
        assert (data.note, data.empty) == ("naïve", "")
        assert data.time[1].values == np.datetime64("2026-01-01T00:01:00")
        # Bin 27 holds (27 mod 100) / 4; partition 2 does not exist in the first ten bins.
        assert load.sel(PartitionKeyRangeId="1", time="2026-01-01T00:27:00").item() == 27 / 4
        assert load.isel(time=slice(0, 10)).isnull().sum("time").values.tolist() == [0, 0, 10]
        last = data.TotalRequests.sel(operation="créate", status="429", PartitionKeyRangeId="2")[-1]
        assert last.item() == 2**53 + 1
        assert data.TotalSeconds.item() == 180_000
        assert data.TotalSeconds.dtype == np.float64, "a length in s is a number, not a timedelta"
    with table("runs/zeta/0/hot_keys") as data:
        assert data.key.values.tolist() == ['["B"]', ""]
        assert data.wait.sel(rank=2).item() == 0.25 and data.wait.dtype == np.float64
    with table("runs/alpha/0/streams") as data:
        assert dict(data.sizes) == {"time": 0, "stream": 0} and data.rate.shape == (0, 0)
    with table("runs/zeta/0") as data:
        assert data.throttled_share == 0.25


def look_with_h5dump(path: Path) -> None:
    done = subprocess.run(["h5dump", "-H", path], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert 'DATASET "NormalizedRUConsumption"' in done.stdout


def main(sample_result: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.h5"
        subprocess.run([sample_result, path], check=True)
        look_with_h5py(path)
        look_with_xarray(path)
        look_with_h5dump(path)


if __name__ == "__main__":
    main(sys.argv[1])
