"""PC-06: raising RU/s does not help one hot key."""

from __future__ import annotations

import pytest


def test_one_key_is_served_what_one_partition_has(run_case) -> None:
    runs = run_case("pc06", "--variant", "all").runs
    served = {"p1": 10000, "p2": 7500, "p4": 10000, "p8": 10000}
    refused = {"p1": 0.167, "p2": 0.375, "p4": 0.167, "p8": 0.167}
    for variant, expected in served.items():
        metrics = runs[variant]["metrics"]
        assert metrics["consumed_ru"]["mean"] == pytest.approx(expected, rel=0.01), f"PC-06.a {variant}"
        share = metrics["first_attempt_throttled_share"]["mean"]
        assert share == pytest.approx(refused[variant], abs=0.01), f"PC-06.b {variant}"
        assert sum(p["attempts"] > 0 for p in runs[variant]["partitions"]) == 1, f"PC-06.a {variant}"
    cure = runs["per-dataset"]["metrics"]
    assert cure["first_attempt_throttled_share"]["mean"] <= 0.001, "PC-06.c"
    assert cure["consumed_ru"]["mean"] == pytest.approx(12000, rel=0.01), "PC-06.c"
