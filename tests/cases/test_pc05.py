"""PC-05: one operation larger than a second's budget."""

from __future__ import annotations

import h5py
import pytest


def test_an_operation_above_the_budget_passes_and_its_debt_refuses_others(run_case) -> None:
    inserts = run_case("pc05", "--variant", "debt").runs["debt"]["streams"]["inserts"]
    assert inserts["attempts"] == 50
    assert abs(inserts["throttled"] / 50 - 0.74) <= 0.04, "PC-05.b"
    # By hand, second by second (see the scenario): exactly 13 pass.
    assert (inserts["succeeded"], inserts["throttled"]) == (13, 37), "PC-05.b"
    assert inserts["ru_per_operation"] == 780.95


def test_under_the_strict_reading_it_would_never_pass(run_case) -> None:
    inserts = run_case("pc05", "--variant", "strict").runs["strict"]["streams"]["inserts"]
    assert (inserts["succeeded"], inserts["throttled"]) == (0, 50)


def test_saved_capacity_carries_what_the_budget_does_not(run_case) -> None:
    runs = run_case("pc05-burst", "--variant", "all").runs
    inserts = runs["idle-before"]["streams"]["inserts"]
    assert (inserts["attempts"], inserts["throttled"]) == (50, 0), "PC-05.a"
    burst = runs["idle-before"]["partitions"][0]["burst"]
    assert burst["saved_ru_at_end"]["mean"] == pytest.approx(93_000, rel=0.05), "PC-05.a"
    assert burst["saved_ru_at_end"]["mean"] == pytest.approx(90_952.5, abs=0.001)
    assert burst["spent_ru"]["mean"] == pytest.approx(25 * 1_161.9, abs=0.001)
    assert any(finding["id"] == "F-BURST-DEPENDENT" for finding in runs["idle-before"]["findings"])
    # 60,000 saved from the start: 29,047.5 of them are spent.
    assert runs["half-full"]["streams"]["inserts"]["throttled"] == 0
    assert runs["half-full"]["partitions"][0]["burst"]["saved_ru_at_end"]["mean"] == pytest.approx(60_000 - 29_047.5)
    assert "burst" not in runs["no-burst"]["partitions"][0]
    assert runs["no-burst"]["streams"]["inserts"]["throttled"] == 37


def test_a_thin_partition_bursts_to_three_thousand(run_case, tmp_path) -> None:
    run_case("pc05-burst", "--variant", "thin")
    with h5py.File(tmp_path / "result.h5") as file:
        served = file["runs/thin/0/partitions/TotalRequestUnits"][300:].sum(axis=1).tolist()
    assert served[:10] == pytest.approx([3_000] * 10), "PC-05.d"
    assert served[10] == pytest.approx(1_100), "PC-05.d"
    assert served[11:] == pytest.approx([100] * 14), "PC-05.d"


def test_large_partitions_have_no_burst(run_case) -> None:
    prints = run_case("pc05-burst", "--variant", "all").fingerprints
    assert prints["large"] == prints["large-no-burst"], "PC-05.e"
    assert prints["idle-before"] != prints["no-burst"]


def test_both_executors_spend_alike(run_case) -> None:
    runs = [run_case("pc05-burst", "--variant", "all", "--set", f"experiment.executor={executor}").fingerprints
            for executor in ("events", "settled")]
    assert runs[0] == runs[1]
