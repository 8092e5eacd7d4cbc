"""PC-01: more RU/s, more throttling, after a split that left one partition twice as big."""

from __future__ import annotations

import pytest


def test_run_a_with_default_retries_loses_nearly_nothing(run_case) -> None:
    run = run_case("pc01", "--variant", "run-a").runs["run-a"]
    metrics = run["metrics"]
    assert metrics["failed_share"]["mean"] <= 0.0005, "PC-01.a"
    # The same case: retries leave requests waiting at the start of each second, which refuse 6 to 14 % of first tries.
    assert 0.06 <= metrics["first_attempt_throttled_share"]["mean"] <= 0.14, "PC-01.a"


def test_the_unsplit_partition_refuses_a_fifth_and_the_container_uses_less_than_before(run_case) -> None:
    runs = run_case("pc01", "--variant", "all").runs
    run = runs["run-b-no-retries"]
    big, *small = run["partitions"]
    assert [p["key_space_share"] for p in run["partitions"]] == [0.5, 0.25, 0.25]
    assert [p["provisioned_ru"] for p in run["partitions"]] == [7000, 7000, 7000]
    assert run["metrics"]["first_attempt_throttled_share"]["mean"] == pytest.approx(0.108, abs=0.006), "PC-01.b"
    assert big["first_attempt_throttled_share"] == pytest.approx(0.217, abs=0.012), "PC-01.b"
    assert all(p["first_attempt_throttled_share"] <= 0.001 for p in small), "PC-01.b"
    used = run["metrics"]["consumed_ru"]["mean"]
    assert used == pytest.approx(15940, rel=0.015), "PC-01.c"
    assert used < runs["run-a"]["metrics"]["consumed_ru"]["mean"], "PC-01.c"
    # Retries cannot create capacity.
    assert 0.08 <= runs["run-b"]["metrics"]["failed_share"]["mean"] <= 0.115, "PC-01.d"


def test_raising_the_throughput_splits_one_of_two(run_case) -> None:
    run = run_case("pc01", "--variant", "raised").runs["raised"]
    assert [(p["id"], p["parents"]) for p in run["partitions"]] == [("2", [0]), ("3", [0]), ("1", [])]
    assert [p["key_space_share"] for p in run["partitions"]] == pytest.approx([0.25, 0.25, 0.5])
    assert [p["provisioned_ru"] for p in run["partitions"]] == [7000, 7000, 7000]
    metrics = run["metrics"]
    assert metrics["first_attempt_throttled_share"]["mean"] == pytest.approx(0.108, abs=0.006), "PC-01.b"
    assert run["partitions"][2]["first_attempt_throttled_share"] == pytest.approx(0.217, abs=0.012), "PC-01.b"
    uneven = next(finding for finding in run["findings"] if finding["id"] == "F-UNEVEN-SPLIT")
    assert "set 40000 RU/s first" in uneven["advice"], "SCALE-07"


def test_the_detour_keeps_the_ranges_even(run_case) -> None:
    run = run_case("pc01", "--variant", "detour").runs["detour"]
    assert [p["id"] for p in run["partitions"]] == ["2", "3", "4", "5"]
    assert [p["provisioned_ru"] for p in run["partitions"]] == [5250] * 4
    assert run["metrics"]["first_attempt_throttled_share"]["mean"] <= 0.015, "PC-01.e"
    assert all(p["mean_utilization"] <= 0.9 for p in run["partitions"]), "PC-01.e"
    assert not any(finding["id"] == "F-UNEVEN-SPLIT" for finding in run["findings"])
