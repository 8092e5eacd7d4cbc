"""A cache with a time to live in front of reads (grammar section 5): what reaches the service, worked out beside it."""

from __future__ import annotations

import math
from typing import Any

import pytest


@pytest.fixture
def reads(cosmosim, tmp_path):
    """Runs a stream of reads; gives how many reached the service."""

    def run(stream: str, stored: str = "") -> int:
        (tmp_path / "s.yaml").write_text(f"""
name: t
clock: {{duration: 60 s}}
populations: {{users: {{count: 20, popularity: in_turn}}}}
items: {{doc: {{size: 1 KB, properties: {{userId: {{population: users}}, month: {{time: "%Y-%m"}}}}}}}}
streams: {{reads: {{{stream}}}}}
containers: {{c: {{partition_key: /userId, throughput: {{manual: 10000 RU/s}}{stored}}}}}
""")
        words = ("run", "s.yaml", "--format", "json", "-o", "s.h5")
        result: dict[str, Any] = cosmosim(*words, cwd=tmp_path, code=0).json
        return result["runs"][0]["streams"]["reads"]["operations"]

    return run


QUERY = "operation: query, where: [userId], rate: 200 /s"


def test_even_reads_reach_the_service_once_each_time_to_live(reads) -> None:
    # 20 users in turn, 10 reads a second each: one in 2 s of each passes.
    assert reads(QUERY + ", spacing: even, client: {cache: {ttl: 2 s}}") == 20 * 60 // 2
    assert reads(QUERY + ", spacing: even, client: {cache: {ttl: 0 s}}") == 200 * 60


def test_random_reads_miss_as_renewal_says(reads) -> None:
    # After a miss the key is known for 0.3 s, then it takes another 1/rate: a miss in 0.3 + 0.1 s for each of 20 users.
    stream = QUERY + ", choose: {userId: {popularity: uniform}}, client: {cache: {ttl: 300 ms}}"
    expected = 20 * 60 / 0.4
    assert reads(stream) == pytest.approx(expected, abs=5 * math.sqrt(expected))


def test_what_is_asked_for_is_what_the_filter_knows(reads) -> None:
    # Two months of each user: twice as many keys, of which each is asked half as often.
    stream = "operation: query, where: [userId, month], age: %s, rate: 200 /s, client: {cache: {ttl: 60 s}}"
    assert reads(stream % "0 s") == 20
    assert 40 <= reads(stream % "{uniform: {min: 0 d, max: 40 d}}") <= 60, "two or three months"


def test_items_that_are_read_one_by_one(reads) -> None:
    """100 stored items, each read twice a second; among a million hardly one is read twice."""
    read = "operation: point_read, rate: 200 /s, client: {cache: {ttl: 60 s}}"
    assert reads(read, ", stored: {doc: {items: 100, age: 1 d}}") == 100
    many = reads(read, ", stored: {doc: {items: 1000000, age: 1 d}}")
    # Of 12,000 draws among 10^6, 12,000^2 / (2 x 10^6) = 72 meet one that came before.
    assert 12_000 - many == pytest.approx(72, abs=5 * math.sqrt(72) + 5 * math.sqrt(12_000))


DESIGNS = """
name: t
clock: {duration: 20 s}
populations: {users: {count: 500}, tenants: {count: 50}}
items:
  doc:
    size: 1 KB
    properties:
      t: {population: tenants}
      u: {population: users}
      b: {bucket: 10}
      m: {modulo: {of: u, by: 7}}
      pk: {format: "{t}-{b}"}
streams: {reads: {operation: query, where: %s, rate: 100 /s, client: {cache: {ttl: 5 s}}}}
containers: {c: {partition_key: /t, throughput: {manual: 20000 RU/s}}}
variants:
  t: {}
  pk: {containers.c.partition_key: /pk, containers.c.enumerate: [b]}
  m: {containers.c.partition_key: [/m, /t], containers.c.enumerate: [m]}
  b: {containers.c.partition_key: [/t, /b]}
  u: {containers.c.partition_key: /u}
"""


@pytest.mark.parametrize("where", ["[t]", "[t, {b: {in: 10}}]", "[t, {b: {in: 3}}]", "[u]", "[m]", "[t, b]"])
def test_the_cache_asks_nothing_of_the_design(cosmosim, tmp_path, where) -> None:
    (tmp_path / "s.yaml").write_text(DESIGNS % where)
    result = cosmosim("run", "s.yaml", "--variant", "all", "--format", "json", "-o", "s.h5", cwd=tmp_path, code=0).json
    operations = {run["variant"]: run["streams"]["reads"]["operations"] for run in result["runs"]}
    assert len(set(operations.values())) == 1, operations
    assert 0 < operations["t"] < 2_000
