"""PC-12: which partitions a query visits, and what that costs."""

from __future__ import annotations

import pytest

# Charges are integers of 0.001 RU inside: what is left is the rounding of the printed quotients.
EXACTLY = 1e-9


def test_visits_and_charges_follow_from_the_known_levels(run_case) -> None:
    runs = run_case("pc12", "--variant", "all").runs
    streams = runs["p16"]["streams"]
    visits = {name: stream["partitions_visited_per_operation"] for name, stream in streams.items()}
    assert visits == {"full": 1, "big": 3, "small": 1, "user-only": 16, "point": 1}, "PC-12.a"
    charges = {"full": 4.8, "big": 10.4, "small": 4.8, "user-only": 46.8}
    for name, charge in charges.items():
        assert streams[name]["ru_per_operation"] == pytest.approx(charge, rel=EXACTLY), f"PC-12.b {name}"
    doubled = runs["p32"]["streams"]
    assert doubled["user-only"]["partitions_visited_per_operation"] == 32, "PC-12.c"
    assert doubled["full"]["partitions_visited_per_operation"] == 1, "PC-12.c"
    assert doubled["user-only"]["ru_per_operation"] == pytest.approx(91.6, rel=EXACTLY), "PC-12.c"


def test_a_charge_is_shared_by_the_visited_partitions(run_case) -> None:
    run = run_case("pc12", "--variant", "p16").runs["p16"]
    partitions, streams = run["partitions"], run["streams"]
    fan_outs = streams["user-only"]["operations"]
    # 12 ranges hold neither tenant: there each fan-out costs 46.8 / 16 = 2.925 RU, and nothing else comes.
    others = [p for p in partitions if p["attempts"] == fan_outs]
    assert len(others) == 12, "PC-12.b"
    for partition in others:
        assert partition["consumed_ru"] * 600 == pytest.approx(2.925 * fan_outs, rel=EXACTLY), "PC-12.b"
    # All that was charged is on some partition.
    total = sum(s["ru_per_operation"] * s["succeeded"] for s in streams.values())
    assert sum(p["consumed_ru"] for p in partitions) * 600 == pytest.approx(total, rel=EXACTLY), "PC-12.b"


def test_a_query_waits_for_its_slowest_visit(run_case) -> None:
    runs = run_case("pc12", "--variant", "all").runs
    for variant in ("p16", "p32", "busy"):
        streams = runs[variant]["streams"]
        assert all(stream["failed"] == 0 for stream in streams.values()), "the default retries suffice"
        fan_out, point = (streams[name]["metrics"]["latency_p99_ms"]["mean"] for name in ("user-only", "point"))
        assert fan_out >= point, f"PC-12.d {variant}"
    # Where visits are refused the waits are seen in both: tens of milliseconds and more, not the 15 of an idle design.
    busy, idle = runs["busy"]["streams"], runs["p16"]["streams"]
    for name in ("user-only", "point"):
        assert busy[name]["throttled"] > 0 and idle[name]["throttled"] == 0
        assert busy[name]["metrics"]["latency_p99_ms"]["mean"] > 50, f"PC-12.d {name}"
