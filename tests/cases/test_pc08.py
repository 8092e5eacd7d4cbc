"""PC-08: what a limit of 80 % of the container lets through to one partition."""

from __future__ import annotations

import pytest


def test_one_partition_serves_its_half_and_refuses_the_rest(run_case) -> None:
    (run,) = run_case("pc08").runs.values()
    assert run["metrics"]["consumed_ru"]["mean"] == pytest.approx(5_000, rel=0.01), "PC-08.a"
    assert run["metrics"]["throttled_share"]["mean"] == pytest.approx(0.375, abs=0.015), "PC-08.a"
    use = sorted(p["mean_utilization"] for p in run["partitions"])
    assert use == pytest.approx([0, 1], abs=0.01), "PC-08.b"
    assert run["metrics"]["mean_utilization"]["mean"] == pytest.approx(0.5, abs=0.01), "PC-08.b"
