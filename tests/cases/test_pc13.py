"""PC-13: autoscale, what it scales to, and what is billed."""

from __future__ import annotations

import pytest


def autoscale(run):
    return run["containers"]["c"]["autoscale"]


def test_a_second_of_full_use_is_no_reason_to_go_to_the_maximum(run_case) -> None:
    second = run_case("pc13", "--variant", "second").runs["second"]
    assert second["metrics"]["normalized_ru"]["mean"] == pytest.approx(1.0, abs=0.001), "PC-13.a"
    assert second["metrics"]["throttled_share"]["mean"] == 0, "PC-13.a"
    assert autoscale(second)["scaled_to_ru"]["mean"] == pytest.approx(5_600), "PC-13.a"
    six = run_case("pc13", "--variant", "six-seconds").runs["six-seconds"]
    assert six["metrics"]["throttled_share"]["mean"] == 0, "PC-13.a"
    assert autoscale(six)["scaled_to_ru"]["mean"] == pytest.approx(20_000), "PC-13.a"


@pytest.mark.parametrize(("variant", "hours", "billed"), [("eight-hours", 8, 144_000), ("sixteen-hours", 16, 252_000)])
def test_hours_in_use_are_billed_at_the_maximum_and_others_at_a_tenth(run_case, variant, hours, billed) -> None:
    run = run_case("pc13", "--variant", variant).runs[variant]
    by_hour = autoscale(run)["billed_ru_by_hour"][0]
    assert by_hour == [10_000 if 8 <= hour < 8 + hours else 1_000 for hour in range(24)], "PC-13.b"
    assert sum(by_hour) * autoscale(run)["price_factor"] == billed, "PC-13.b"
    # The month of 730 hours at 0.008 dollars for 100 RU/s-hours (PRICE-01, PRICE-02).
    assert run["containers"]["c"]["monthly_price_usd"] == pytest.approx(billed / 24 * 730 / 100 * 0.008)


def test_an_idle_container_is_billed_a_tenth(run_case) -> None:
    run = run_case("pc13", "--variant", "idle").runs["idle"]
    assert run["containers"]["c"]["physical_partitions"] == 50, "ceil(500,000 / 10,000): SCALE-01"
    assert autoscale(run)["billed_ru_by_hour"] == [[50_000]], "PC-13.c"


def test_a_hot_key_has_the_maximum_of_its_partition_and_the_bill_of_all(run_case) -> None:
    run = run_case("pc13", "--variant", "hot-key").runs["hot-key"]
    assert run["metrics"]["throttled_share"]["mean"] == pytest.approx(1 / 6, abs=0.01), "PC-13.e"
    assert run["metrics"]["mean_utilization"]["mean"] == pytest.approx(0.25, abs=0.01), "PC-13.e"
    assert autoscale(run)["billed_ru_by_hour"] == [[20_000]], "PC-13.e"
    alone = run_case("pc13", "--variant", "hot-key-dynamic").runs["hot-key-dynamic"]
    assert autoscale(alone)["billed_ru_by_hour"] == [[6_500]], "AUTO-05"


def test_steps_and_minimum_are_autoscales_own(cosmosim, repository) -> None:
    scenario = repository / "tests/cases/pc13.yaml"

    def said(*sets: str) -> str:
        words = [word for field in sets for word in ("--set", field)]
        return cosmosim("validate", scenario, *words, code=2).stderr

    step = said("containers.c.throughput.autoscale_max=20500 RU/s")
    assert "`20500 RU/s` is off the step (SCALE-12)" in step and "multiples of 1000 RU/s" in step
    floor = said("containers.c.throughput.autoscale_max=2000 RU/s", "containers.c.layout={equal: 5}",
                 "containers.c.history=[{autoscale_max: 50000 RU/s}]")
    assert "`2000 RU/s` is below the minimum of 5000 RU/s (SCALE-10)" in floor
