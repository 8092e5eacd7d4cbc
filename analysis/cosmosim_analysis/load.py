"""Result files as xarray Datasets.

A result file holds one group a run, `runs/<variant>/<replication>`, and in it one group a table: `partitions`,
`streams`, `latency`, `hot_keys`. Every table opens by itself with
`xarray.open_dataset(path, engine="h5netcdf", group="runs/<variant>/<replication>/<table>")`. That call looks through
the whole file, which takes long when a file holds thousands of runs; this module reads only the groups asked for, says
what is there, and checks that it is what it should be.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import xarray

FORMAT_VERSION = 1
"""The newest `format_version` of a file that this package reads."""


class ResultError(Exception):
    """The file or the run asked for is not there or is not what it should be; the text says why and what would help."""


@dataclass(frozen=True)
class Result:
    """What a file holds, before any run is read.

    attributes: of the whole file, among them `scenario_name`, `scenario_text`, `parameters` (one `path = value` a
        line), `seed` and `partial` (1 when the run was stopped before its end).
    runs: variant -> numbers of its replications, both in the order of the file.
    """

    path: Path
    attributes: dict[str, Any]
    runs: dict[str, list[int]]

    @property
    def variants(self) -> list[str]:
        return list(self.runs)


@dataclass(frozen=True)
class Run:
    """One replication of one variant, in memory.

    attributes: `seed`, `fingerprint`, `throttled_share` (429 answers / attempts, from 0 to 1) and others.
    tables: by name, for example "partitions" with the axes time (datetime64, start of each bin) and
        PartitionKeyRangeId (text); `units` and `long_name` are attributes of each variable. Values are NaN where a
        partition does not exist.
    """

    variant: str
    replication: int
    attributes: dict[str, Any]
    tables: dict[str, xarray.Dataset]

    def __getitem__(self, table: str) -> xarray.Dataset:
        try:
            return self.tables[table]
        except KeyError:
            raise ResultError(
                f"run {self.variant}/{self.replication} has no table `{table}`\n"
                f"    hint: {_nearest(table, list(self.tables))}"
            ) from None


def _nearest(wrong: str, known: list[str]) -> str:
    close = difflib.get_close_matches(wrong, known, n=1)
    return f"did you mean `{close[0]}`?" if close else "known: " + (", ".join(known) or "none")


def _plain(value: Any) -> Any:
    """An attribute as a Python value where it is a single one."""
    return value.item() if hasattr(value, "item") and getattr(value, "size", 0) == 1 else value


def _attributes(group: h5py.Group) -> dict[str, Any]:
    return {name: _plain(value) for name, value in group.attrs.items()}


_OF_SCALES = {"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST"}


def _variable(name: str, data: h5py.Dataset) -> xarray.Variable:
    """A dataset with the names of its axes; an axis itself lies along itself."""
    is_axis = data.attrs.get("CLASS") == b"DIMENSION_SCALE"
    axes = [name] if is_axis else [axis.keys()[0] for axis in data.dims]
    is_text = h5py.check_string_dtype(data.dtype) is not None
    values = np.asarray(data.asstr()[()], dtype=object) if is_text else data[()]
    return xarray.Variable(axes, values, {k: v for k, v in _attributes(data).items() if k not in _OF_SCALES})


def _table(group: h5py.Group) -> xarray.Dataset:
    """A group as a Dataset, times decoded."""
    columns = {name: _variable(name, data) for name, data in group.items() if isinstance(data, h5py.Dataset)}
    return xarray.decode_cf(xarray.Dataset(columns, attrs=_attributes(group))).load()


def _open(path: Path) -> h5py.File:
    if not path.exists():
        raise ResultError(f"{path}: no such file")
    if path.is_dir():
        raise ResultError(f"{path}: is a directory, expected a result file")
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise ResultError(f"{path}: cannot be read: {error.strerror}") from None
    if not h5py.is_hdf5(path):
        raise ResultError(f"{path}: is not an HDF5 file, so not a result of cosmosim")
    try:
        return h5py.File(path, "r")
    except OSError as error:
        if "truncated" in str(error):
            raise ResultError(f"{path}: is cut short; copy it again or run the scenario again") from None
        raise ResultError(f"{path}: cannot be read as HDF5: {error}") from None


def _check_format(path: Path, attributes: dict[str, Any]) -> None:
    version = attributes.get("format_version")
    if not isinstance(version, int):
        raise ResultError(f"{path}: is an HDF5 file, but not a result of cosmosim (it has no format_version)")
    if version > FORMAT_VERSION:
        raise ResultError(
            f"{path}: has format {version}, this program reads formats up to {FORMAT_VERSION}\n"
            f"    hint: the file was written by `{attributes.get('tool', 'a newer version')}`; use its analysis/plot"
        )


def _runs(file: h5py.File) -> dict[str, list[int]]:
    groups = file.get("runs", {})
    return {variant: [int(name) for name in groups[variant] if name.isdigit()] for variant in groups}


def open_result(path: str | Path) -> Result:
    """What the file holds. Raises ResultError when it is missing, cut short, foreign or of a newer format."""
    path = Path(path)
    with _open(path) as file:
        attributes = _attributes(file)
        _check_format(path, attributes)
        try:
            runs = _runs(file)
        except (OSError, RuntimeError, KeyError) as error:
            raise ResultError(f"{path}: is damaged: {error}") from None
    if not any(runs.values()):
        raise ResultError(f"{path}: holds no run")
    return Result(path, attributes, runs)


def _choose(result: Result, variant: str | None, replication: int) -> str:
    """The variant's name, the file's only one by default."""
    if variant is None:
        if len(result.runs) > 1:
            known = ", ".join(result.runs)
            raise ResultError(f"{result.path}: holds several variants\n    hint: choose one of {known}")
        variant = result.variants[0]
    if variant not in result.runs:
        raise ResultError(f"{result.path}: has no variant `{variant}`\n    hint: {_nearest(variant, result.variants)}")
    known = result.runs[variant]
    if replication not in known:
        numbers = ", ".join(map(str, known)) or "none"
        raise ResultError(
            f"{result.path}: variant `{variant}` has no replication {replication}\n    hint: known: {numbers}"
        )
    return variant


def open_run(path: str | Path | Result, variant: str | None = None, replication: int = 0) -> Run:
    """One run of a result file, read whole into memory.

    variant: may be left out when the file holds one only. Raises ResultError as open_result does, and when the file
    has no such run.
    """
    result = path if isinstance(path, Result) else open_result(path)
    variant = _choose(result, variant, replication)
    group = f"runs/{variant}/{replication}"
    try:
        with _open(result.path) as file:
            attributes = _attributes(file[group])
            tables = {name: _table(item) for name, item in file[group].items() if isinstance(item, h5py.Group)}
    except (OSError, RuntimeError, LookupError, ValueError) as error:
        raise ResultError(f"{result.path}: {group} is damaged: {error}") from None
    return Run(variant, replication, attributes, tables)
