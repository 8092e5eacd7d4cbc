"""PC-05: one operation larger than a second's budget."""

from __future__ import annotations


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
