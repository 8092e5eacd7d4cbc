"""PC-04: growing past 50 GB halves the budget."""

from __future__ import annotations

import pytest


def at_end(run):
    return [p for p in run["partitions"] if p["ended_s"] is None]


def splits(run):
    return [e for e in run["replications"][0]["events"] if e["partitions_after"]]


def test_at_50_gb_one_partition_becomes_two_of_half_the_throughput(run_case) -> None:
    run = run_case("pc04-grows", "--variant", "grows").runs["grows"]
    assert run["containers"]["c"]["physical_partitions"] == 2, "PC-04.a"
    assert [p["provisioned_ru"] for p in at_end(run)] == [2_000, 2_000], "PC-04.a"
    assert run["metrics"]["throttled_share"]["mean"] <= 0.01, "PC-04.b"
    (split,) = splits(run)
    assert split["at_s"] == pytest.approx(119, abs=2)
    assert (split["partitions_before"], split["partitions_after"]) == ([0], [1, 2]), "PC-04.e"
    assert (split["ru_before"], split["ru_after"]) == ([4_000], [2_000, 2_000]), "PC-04.e"
    assert split["gigabytes_before"] == pytest.approx([50], rel=0.01), "PC-04.a"
    assert split["gigabytes_after"] == pytest.approx([25, 25], rel=0.001), "PC-04.e"
    assert sum(split["gigabytes_after"]) == pytest.approx(sum(split["gigabytes_before"]), rel=1e-12)


def test_one_hot_key_fits_before_and_not_after(run_case) -> None:
    report = run_case("pc04-grows", "--variant", "all")
    assert report.runs["hot-key-small"]["metrics"]["throttled_share"]["mean"] == 0, "PC-04.b"
    after = [p for p in at_end(report.runs["hot-key"]) if p["attempts"] > 0]
    (hot,) = after
    assert hot["throttled_share"] == pytest.approx(0.20, abs=0.015), "PC-04.b"
    assert hot["mean_utilization"] == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize(
    ("variant", "budgets"), [("even", [6_666.666, 6_666.667, 6_666.667]), ("inherit", [5_000, 5_000, 10_000])]
)
def test_two_readings_of_the_throughput_after_a_storage_split(run_case, variant, budgets) -> None:
    run = run_case("pc04-shares", "--variant", variant).runs[variant]
    assert sorted(p["provisioned_ru"] for p in at_end(run)) == budgets, "PC-04.c"
    assert sum(p["provisioned_ru"] for p in at_end(run)) == pytest.approx(20_000, abs=1e-9), "PC-04.c"
    assert run["readings"]["storage_split_ru"] == variant, "PC-04.c"
    share = run["metrics"]["throttled_share"]["mean"]
    # 46 of 600 seconds came before the split.
    assert share == pytest.approx(0.1296 * 554 / 600, abs=0.01) if variant == "even" else share <= 0.01, "PC-04.d"


def test_stated_shares_of_the_throughput(run_case) -> None:
    run = run_case("pc04-shares", "--variant", "stated").runs["stated"]
    assert [p["provisioned_ru"] for p in at_end(run)] == [10_000, 5_000, 5_000]
    assert run["metrics"]["throttled_share"]["mean"] <= 0.01, "PC-04.d"
