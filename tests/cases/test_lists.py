"""Lists of values: which partitions they visit, and what that costs."""

from __future__ import annotations

import json

import pytest

# Charges are integers of 0.001 RU inside: what is left is the rounding of the printed quotients.
EXACTLY = 1e-9


@pytest.fixture
def ranges(cosmosim):
    """`ranges(["B-0", "B-1"])`: those of 16 equal ranges that hold these keys. Each is as wide as 04 of the first two
    digits, and no key lies within a thousandth of a bound.
    """

    def of(keys: list[str]) -> set[str]:
        found = set()
        for key in keys:
            epk = cosmosim("epk", json.dumps([key]), code=0).stdout.strip()
            place = int(epk[:8], 16) / 0x04000000
            assert 0.001 < place % 1 < 0.999
            found.add(str(int(place)))
        return found

    return of


def visits(run: dict) -> dict[str, float]:
    return {name: stream["partitions_visited_per_operation"] for name, stream in run["streams"].items()}


def test_suffixes_that_are_known_are_visited_and_no_more(run_case, ranges) -> None:
    runs = run_case("lists", "--variant", "all").runs
    here = ranges([f"B-{i}" for i in range(10)])
    v = len(here)
    assert 1 < v <= 10
    assert visits(runs["blind"]) == {"of-tenant": 16, "of-year": 16, "modelled": 16, "orders": 1}
    assert visits(runs["aware"]) == {"of-tenant": v, "of-year": v, "modelled": v, "orders": 1}
    charges = {name: stream["ru_per_operation"] for name, stream in runs["aware"]["streams"].items()}
    assert charges["of-tenant"] == pytest.approx(2.8 * v + 2, rel=EXACTLY)
    assert charges["modelled"] == pytest.approx(2.89 * v + 0.991, rel=EXACTLY)
    assert runs["blind"]["streams"]["of-tenant"]["ru_per_operation"] == pytest.approx(46.8, rel=EXACTLY)
    assert runs["blind"]["streams"]["modelled"]["ru_per_operation"] == pytest.approx(16 * 2.89 + 0.031, rel=EXACTLY)
    # Exactly the partitions that hold a key of B's.
    assert {p["id"] for p in runs["aware"]["partitions"] if p["attempts"] > 0} == here
    assert len([p for p in runs["blind"]["partitions"] if p["attempts"] > 0]) == 16


def test_a_list_of_months_visits_where_they_lie(run_case, ranges) -> None:
    runs = run_case("lists", "--variant", "all").runs
    months = ["2026-01"] + [f"2025-{month:02}" for month in range(12, 1, -1)]
    here = ranges([f"B-{month}" for month in months])
    assert visits(runs["monthly"])["of-year"] == len(here)
    assert visits(runs["monthly"])["of-tenant"] == 16  # the tenant alone is not the key
    year = runs["hpk"]["streams"]["of-year"]
    assert (year["partitions_visited_per_operation"], year["listed_keys"]) == (1, 12)
    assert year["ru_per_operation"] == pytest.approx(4.8, rel=EXACTLY)


def test_both_executors_follow_lists_alike_also_where_they_throttle(run_case) -> None:
    thin = ("--variant", "all", "--set", "containers.c.throughput.manual=1600 RU/s")
    settled = run_case("lists", *thin)
    assert settled.runs["aware"]["streams"]["of-tenant"]["throttled"] > 0
    events = run_case("lists", *thin, "--set", "experiment.executor=events")
    assert settled.fingerprints == events.fingerprints
    for variant in ("blind", "aware", "monthly", "hpk"):
        for part in ("streams", "partitions"):
            assert settled.runs[variant][part] == events.runs[variant][part]


NESTED = """
name: nested
clock: {duration: 10 s}
populations: {tenants: {members: {A: 1, B: 1, C: 1}}, users: {count: 4, within: tenants}}
items: {doc: {size: 1 KB, properties: {tenantId: {population: tenants}, userId: {population: users}}}}
streams:
  of-b: {operation: query, choose: {tenantId: B}, where: [tenantId], charge: {per_partition: 2.8 RU}, rate: 10 /s}
  of-a-or-b: {operation: query, choose: {tenantId: A}, where: [{tenantId: {in: 2}}], rate: 10 /s}
  of-all: {operation: query, where: [], rate: 10 /s}
containers:
  c: {partition_key: /userId, throughput: {manual: 6400 RU/s}, layout: {equal: 16}, enumerate: [userId]}
"""


def test_of_the_users_within_tenants_those_of_the_tenants_asked_for_are_listed(cosmosim, ranges, tmp_path) -> None:
    """Four users within each of three tenants: 4 values where the tenant is known, 8 where two are listed, else 12."""
    (tmp_path / "s.yaml").write_text(NESTED)

    def run(executor: str) -> dict:
        words = ("--set", f"experiment.executor={executor}", "--format", "json", "-o", "s.h5")
        return cosmosim("run", "s.yaml", *words, cwd=tmp_path, code=0).json["runs"][0]

    def of(tenants: str) -> int:
        return len(ranges([f"{tenant}/users-{i}" for tenant in tenants for i in range(1, 5)]))

    settled = run("settled")
    assert visits(settled) == {"of-b": of("B"), "of-a-or-b": of("AB"), "of-all": of("ABC")}
    assert {name: stream["listed_keys"] for name, stream in settled["streams"].items()} == {
        "of-b": 4, "of-a-or-b": 8, "of-all": 12,
    }
    assert settled["streams"]["of-b"]["ru_per_operation"] == pytest.approx(2.8 * of("B"), rel=EXACTLY)
    events = run("events")
    for part in ("streams", "partitions", "replications"):
        assert settled[part] == events[part]


@pytest.mark.parametrize(("values", "measured"), [(5, 3.47), (3, 3.2)])
def test_measured_lists_cost_what_was_measured(cosmosim, tmp_path, values: int, measured: float) -> None:
    """MicrosoftLearning/dp-420-cosmos-db-dev, instructions 17: a type filter and an IN list, small items."""
    (tmp_path / "s.yaml").write_text(f"""
name: measured
clock: {{duration: 10 s}}
populations: {{products: {{count: 100}}}}
items: {{doc: {{size: 500 B, properties: {{type: {{constant: product}}, name: {{population: products}}}}}}}}
streams: {{q: {{operation: query, where: [type, {{name: {{in: {values}}}}}], returns: {values}, rate: 10 /s}}}}
containers: {{c: {{partition_key: /type, throughput: {{manual: 1000 RU/s}}}}}}
""")
    report = cosmosim("run", "s.yaml", "--format", "json", "-o", "s.h5", cwd=tmp_path, code=0).json
    assert report["runs"][0]["streams"]["q"]["ru_per_operation"] == pytest.approx(measured, rel=0.02)


def test_a_point_read_that_lacks_the_suffix_is_sent_as_a_list(cosmosim, tmp_path) -> None:
    """HPK-12: one of ten keys is the item's; nobody knows which."""
    (tmp_path / "s.yaml").write_text("""
name: lookups
clock: {duration: 10 s}
populations: {tenants: {count: 5}}
items:
  doc:
    size: 1 KB
    properties: {tenantId: {population: tenants}, bucket: {bucket: 10}, pk: {format: "{tenantId}-{bucket}"}}
streams: {r: {operation: point_read, where: [id, tenantId], charge: 1 RU, rate: 10 /s}}
containers:
  c: {partition_key: /pk, throughput: {manual: 640000 RU/s}, layout: {equal: 64}, enumerate: [bucket]}
""")
    report = cosmosim("run", "s.yaml", "--format", "json", "-o", "s.h5", cwd=tmp_path, code=0).json
    reads = report["runs"][0]["streams"]["r"]
    assert reads["sent_as_query"] is True
    assert 8 < reads["partitions_visited_per_operation"] <= 10
