"""PC-09: "1 to 5 % of 429s is healthy" hides a sick partition."""

from __future__ import annotations

import pytest


def test_a_healthy_total_hides_a_partition_that_refuses_a_tenth(run_case) -> None:
    # Exit code 3: an objective is not met.
    run = run_case("pc09", code=3).runs["base"]
    assert run["metrics"]["first_attempt_throttled_share"]["mean"] == pytest.approx(0.021, abs=0.004), "PC-09.a"
    *healthy, sick = run["partitions"]
    assert sick["first_attempt_throttled_share"] == pytest.approx(0.103, abs=0.015), "PC-09.b"
    assert all(p["first_attempt_throttled_share"] <= 0.001 for p in healthy), "PC-09.b"
    assert len(healthy) == 4

    total, worst = run["objectives"]
    assert total["met"], "PC-09.c"
    assert not worst["met"] and worst["partition"] == sick["id"], "PC-09.c"
    assert worst["value"]["mean"] == sick["first_attempt_throttled_share"], "PC-09.c"
    hot = [finding["text"] for finding in run["findings"] if finding["id"] == "F-HOT-KEY"]
    assert len(hot) == 1 and f"partition {sick['id']} " in hot[0], "PC-09.c"


def test_a_gate_on_the_total_alone_passes(run_case) -> None:
    run_case("pc09", "--set", "objectives=[{metric: first_attempt_throttled_share, at_most: 5 %}]", code=0)
