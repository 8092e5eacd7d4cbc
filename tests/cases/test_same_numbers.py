"""One run, one set of numbers: on the screen, in the file, alone or beside others, on one thread or several."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cosmosim_analysis import open_run

# Three variants in two replications each; in `busy` visits are refused and retried.
BRIEF = ("--set", "clock.duration=90s")
SHORT = (*BRIEF, "--replications", "2")


def test_a_variant_beside_others_is_the_variant_alone(run_case) -> None:
    together = run_case("pc12", *SHORT, "--variant", "all").fingerprints
    assert list(together) == ["p16", "p32", "busy"]
    assert all(len(set(digests)) == 2 for digests in together.values()), "replications differ"
    for variant, digests in together.items():
        assert run_case("pc12", *SHORT, "--variant", variant).fingerprints == {variant: digests}


def test_equal_runs_give_equal_bytes_on_any_number_of_threads(run_case, tmp_path: Path) -> None:
    reports, files = [], []
    for index, threads in enumerate(("1", "2", "2")):
        name = f"{index}.h5"
        reports.append(run_case("pc12", *SHORT, "--variant", "all", "--threads", threads, output=name))
        files.append((tmp_path / name).read_bytes())
    assert reports[0].fingerprints == reports[1].fingerprints == reports[2].fingerprints
    assert files[0] == files[1] == files[2]
    for report in reports:
        report.document.pop("file")
    assert reports[0].document == reports[1].document == reports[2].document


def test_another_seed_gives_other_numbers(run_case) -> None:
    one, two = (run_case("pc12", *SHORT, "--variant", "busy", "--seed", seed).fingerprints for seed in ("1", "2"))
    assert not set(one["busy"]) & set(two["busy"])


def test_the_screen_and_the_file_agree(run_case, tmp_path: Path) -> None:
    # 90 s in bins of a minute: the last bin is half as long.
    run = run_case("pc12", *BRIEF, "--variant", "busy").runs["busy"]
    stored = open_run(tmp_path / "result.h5", "busy")
    assert stored.attributes["fingerprint"] == run["replications"][0]["fingerprint"]

    table = stored["partitions"]
    assert list(table.PartitionKeyRangeId.values) == [p["id"] for p in run["partitions"]]
    for partition in run["partitions"]:
        own = table.sel(PartitionKeyRangeId=partition["id"])
        assert own.TotalRequestUnits.sum().item() / 90 == pytest.approx(partition["consumed_ru"], rel=1e-12)
        assert own.TotalRequests.sum().item() == partition["attempts"]
        assert own.TotalRequests.sel(status="429").sum().item() == partition["throttled"]
        assert partition["provisioned_ru"] == 100
        assert (own.PhysicalPartitionThroughputInfo == 100).all()
        assert own.key_space_share.item() == pytest.approx(100 * partition["key_space_share"], rel=1e-12)
        assert (str(own.minInclusive.values), str(own.maxExclusive.values)) == (
            partition["min_inclusive"],
            partition["max_exclusive"],
        )
        used = np.average(own.MeanUtilization, weights=[60, 30])
        assert used == pytest.approx(100 * partition["mean_utilization"], rel=1e-12)

    streams = stored["streams"]
    for name, stream in run["streams"].items():
        own = streams.sel(stream=name)
        for figure in ("operations", "succeeded", "failed", "attempts", "throttled"):
            assert own[figure].sum().item() == stream[figure], (name, figure)
        assert stored["latency"].counts.sel(stream=name).sum().item() == stream["succeeded"], name
    assert sum(stream["throttled"] for stream in run["streams"].values()) > 0
    assert stored.attributes["throttled_share"] == run["metrics"]["throttled_share"]["mean"]
