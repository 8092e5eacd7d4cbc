"""PC-02: a container of 5 GB that sits on four partitions."""

from __future__ import annotations

import pytest


def test_four_partitions_from_creation_on_and_a_quarter_of_the_throughput_each(run_case) -> None:
    runs = run_case("pc02", "--variant", "all").runs
    for step in ("created", "lowered", "raised", "as-it-happened"):
        assert runs[step]["containers"]["c"]["physical_partitions"] == 4, f"PC-02.a {step}"
        assert len(runs[step]["partitions"]) == 4, f"PC-02.a {step}"
    for step in ("lowered", "as-it-happened"):
        assert [p["provisioned_ru"] for p in runs[step]["partitions"]] == [100] * 4, f"PC-02.b {step}"


def test_one_key_is_throttled_while_the_container_looks_idle(run_case) -> None:
    runs = run_case("pc02", "--variant", "all").runs
    metrics = runs["as-it-happened"]["containers"]["c"]["metrics"]
    assert metrics["first_attempt_throttled_share"]["mean"] == pytest.approx(0.33, abs=0.02), "PC-02.c"
    assert metrics["mean_utilization"]["mean"] == pytest.approx(0.25, abs=0.01), "PC-02.c"
    small = runs["created-small"]
    assert small["containers"]["c"]["physical_partitions"] == 1, "PC-02.d"
    assert small["metrics"]["first_attempt_throttled_share"]["mean"] == 0, "PC-02.d"
    assert small["streams"]["writes"]["throttled"] == 0, "PC-02.d"


def test_a_merge_gives_the_one_partition_back(run_case) -> None:
    run = run_case("pc02", "--variant", "merged").runs["merged"]
    assert run["containers"]["c"]["physical_partitions"] == 1, "PC-02.e"
    there = [p for p in run["partitions"] if p["ended_s"] is None]
    assert [(p["id"], p["provisioned_ru"], p["replaces"]) for p in there] == [("4", 400, [0, 1, 2, 3])]
    assert run["metrics"]["throttled_share"]["mean"] == 0
