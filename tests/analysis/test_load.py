"""Reading result files: what open_run gives, and what it says of files and runs that are not as they should be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import xarray

from cosmosim_analysis import FORMAT_VERSION, ResultError, open_result, open_run


def complaint(path: Path, *arguments: object) -> str:
    with pytest.raises(ResultError) as caught:
        open_run(path, *arguments)
    return str(caught.value)


def test_variants_and_replications_come_in_the_order_of_the_file(result: Path) -> None:
    found = open_result(result)
    assert found.runs == {"tenant": [0, 1], "hpk": [0]}
    assert found.variants == ["tenant", "hpk"]
    assert found.attributes["scenario_name"] == "three designs"


def test_a_run_is_labelled_data_in_memory(result: Path) -> None:
    run = open_run(result, "tenant", 1)
    result.unlink()
    load = run["partitions"].NormalizedRUConsumption
    assert load.dims == ("time", "PartitionKeyRangeId")
    assert load.units == "percent"
    # The fixture fills partition 1 in the bins 4 to 6, the first of which starts after 4 minutes.
    assert load.sel(PartitionKeyRangeId="1", time="2026-01-01T00:04:00").item() == 100.0
    assert load.sel(PartitionKeyRangeId="2")[:5].isnull().all()
    assert run["latency"].Count.sel(stream="orders", bucket=2.0).item() == 3
    # 3 bins of 100 refusals among 10 x 3 bins of 1,000 attempts.
    assert run.attributes["throttled_share"] == pytest.approx(0.01)
    assert (run.attributes["replication"], run.variant) == (1, "tenant")


def test_tables_are_those_that_xarray_opens_by_itself(result: Path) -> None:
    run = open_run(result, "tenant")
    assert list(run.tables) == ["partitions", "latency"]
    for name, table in run.tables.items():
        with xarray.open_dataset(result, engine="h5netcdf", group=f"runs/tenant/0/{name}") as expected:
            xarray.testing.assert_identical(table, expected.load())


def test_a_lone_variant_needs_no_name(new_result) -> None:
    assert open_run(new_result(np.zeros((2, 1)))).variant == "base"


def test_a_missing_choice_or_a_wrong_one_is_answered_with_what_there_is(result: Path) -> None:
    assert "several variants\n    hint: choose one of tenant, hpk" in complaint(result)
    assert "no variant `tenent`\n    hint: did you mean `tenant`?" in complaint(result, "tenent")
    assert "no variant `xyz`\n    hint: known: tenant, hpk" in complaint(result, "xyz")
    assert "`tenant` has no replication 2\n    hint: known: 0, 1" in complaint(result, "tenant", 2)
    with pytest.raises(ResultError, match="no table `partition`\n    hint: did you mean `partitions`"):
        open_run(result, "hpk")["partition"]


def test_files_that_are_no_results_are_told_apart(result: Path, new_result, tmp_path: Path) -> None:
    assert complaint(tmp_path / "none.h5").endswith("none.h5: no such file")
    assert "is a directory" in complaint(tmp_path)
    text = tmp_path / "text.h5"
    text.write_text("name: three designs\n")
    assert "is not an HDF5 file" in complaint(text)
    cut = tmp_path / "cut.h5"
    cut.write_bytes(result.read_bytes()[: result.stat().st_size // 2])
    assert "is cut short" in complaint(cut, "hpk")
    empty = tmp_path / "empty.h5"
    empty.touch()
    assert "is not an HDF5 file" in complaint(empty)


def test_foreign_newer_and_empty_results_are_refused(new_result, tmp_path: Path) -> None:
    import h5py

    with h5py.File(tmp_path / "foreign.h5", "w") as file:
        file["x"] = [1, 2]
    assert "not a result of cosmosim" in complaint(tmp_path / "foreign.h5")
    newer = new_result(np.zeros((2, 1)), format_version=FORMAT_VERSION + 1, tool="cosmosim 9.0")
    assert f"has format {FORMAT_VERSION + 1}" in complaint(newer)
    assert "cosmosim 9.0" in complaint(newer)
    with h5py.File(newer, "r+") as file:
        file.attrs["format_version"] = FORMAT_VERSION
        del file["runs/base"]
    assert "holds no run" in complaint(newer)


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_a_damaged_file_is_an_error_and_not_a_crash(result: Path, part: float) -> None:
    content = bytearray(result.read_bytes())
    for at in range(int(len(content) * part), len(content)):
        content[at] = 0xA5
    result.write_bytes(content)
    try:
        for replication in (0, 1):
            open_run(result, "tenant", replication)
    except ResultError as error:
        assert str(result) in str(error)
