"""PC-03: after a big import, twenty partitions and thin slices."""

from __future__ import annotations

from collections import Counter

import pytest


@pytest.fixture(scope="module")
def run_once(request):
    """All variants, run once."""
    cache: dict = {}

    def run(run_case):
        if not cache:
            cache.update(run_case("pc03", "--variant", "all").runs)
        return cache

    return run


@pytest.fixture
def runs(run_once, run_case):
    return run_once(run_case)


def test_the_partitions_that_the_import_needed_stay(runs, run_case) -> None:
    halved = runs["halved"]["partitions"]
    assert len(halved) == 20, "PC-03.a"
    assert {p["provisioned_ru"] for p in halved} == {1500}, "PC-03.a"
    widths = Counter(round(1 / p["key_space_share"]) for p in halved)
    assert widths == {16: 12, 32: 8}, "PC-03.f"


def test_the_least_throughput_afterwards(cosmosim, repository) -> None:
    scenario = repository / "tests/cases/pc03.yaml"
    history = ("--set", "containers.c.layout={equal: 1}", "--set",
               "containers.c.history=[{manual: 10000 RU/s}, {manual: 200000 RU/s}]")
    low = cosmosim("validate", scenario, *history, "--set", "containers.c.throughput.manual=1900 RU/s", code=2)
    assert "below the minimum of 2000 RU/s (SCALE-09)" in low.stderr, "PC-03.b"
    cosmosim("validate", scenario, *history, "--set", "containers.c.throughput.manual=2000 RU/s", code=0)


def test_a_query_without_the_key_pays_for_each_partition(runs) -> None:
    many, one = (runs[name]["streams"]["by-tag"]["ru_per_operation"] for name in ("equal-20", "one"))
    assert many / one == pytest.approx(20.0, rel=0.01), "PC-03.c"


def test_an_even_load_fits_before_and_after_and_a_hot_key_only_after(runs) -> None:
    even = {name: run["streams"]["even"] for name, run in runs.items()}
    share = {name: stream["throttled"] / stream["attempts"] for name, stream in even.items()}
    assert share["equal-20"] <= 0.005, "PC-03.e"
    assert share["merged"] <= 0.005, "PC-03.e"
    assert share["hot-key"] == pytest.approx(0.70, abs=0.02), "PC-03.e"
    assert share["hot-key-merged"] == 0, "PC-03.e"


def test_ranges_halved_one_by_one_refuse_on_the_wide_ones(runs) -> None:
    halved = runs["halved"]
    even = halved["streams"]["even"]
    assert even["throttled"] / even["attempts"] == pytest.approx(0.034, abs=0.009), "PC-03.f"
    for partition in halved["partitions"]:
        if partition["key_space_share"] < 1 / 20:
            assert partition["throttled"] == 0, "PC-03.f"


def test_the_merge_candidate_is_named(runs) -> None:
    # 1.5 GB each at the start; 300 of the 1,000 writes a second pass: 180,000 of 1,205 bytes, 0.01 GB for each of 20.
    (finding,) = [f for f in runs["hot-key"]["findings"] if f["id"] == "F-MERGE-CANDIDATE"]
    assert "20 physical partitions of c have 1500 RU/s and 1.51 GB each" in finding["text"], "PC-03.d"
    assert "merged to 3 they would have 10000 RU/s each" in finding["advice"], "PC-03.d"
