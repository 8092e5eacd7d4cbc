"""`cosmosim validate`: what a right scenario resolves to, all errors of all files, and what it points out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# 12,000 RU/s on four partitions: 3,000 each. 52 operations a second for 10 s: 520. A write of 1,024 + 205 = 1,229 bytes
# is charged as 2 KiB, 6.29 RU, and its index terms: id, tenantId and year, 3 + 5 = 8 of 0.19 RU: 7.81 RU; with the
# synthetic key one more: 8.00 RU.
SCENARIO = """\
name: small
clock: {duration: 10 s}
populations: {tenants: {members: {A: 1, B: 3}}}
items:
  order:
    size: 1 KiB
    properties:
      tenantId: {population: tenants}
      year: {time: "%Y", as: number}
      bucket: {bucket: 10}
      tenantBucket: {format: "{tenantId}-{bucket}"}
streams:
  writes: {operation: create, rate: 50 /s}
  reads: {operation: query, where: [tenantId], charge: {per_partition: 2.8 RU, result: 2 RU}, rate: 2 /s}
containers:
  orders: {partition_key: /tenantId, throughput: {manual: 12000 RU/s}, layout: {equal: 4}}
variants:
  hpk: {containers.orders.partition_key: [/tenantId, /year]}
  bucket: {containers.orders.partition_key: /tenantBucket}
"""
SIZE = (
    r"  10 s from 2026-01-01T00:00:00Z; 1 replication; about 520 operations each; "
    r"about \S+ .?s and \S+ .B of memory for one design on this machine"
)
DESIGNS = """\
  model: every reading at its default

base
  container orders: partition key /tenantId; stated: 4 physical partitions; 3,000 RU/s each
stream  operation  knows      charge
──────  ─────────  ─────────  ─────────────────────
writes  create     whole key  7.81 RU
reads   query      whole key  2.8 RU a visit + 2 RU

hpk
  container orders: partition key [/tenantId, /year]; stated: 4 physical partitions; 3,000 RU/s each
stream  operation  knows                    charge
──────  ─────────  ───────────────────────  ─────────────────────
writes  create     whole key                7.81 RU
reads   query      1 of 2 levels: a prefix  2.8 RU a visit + 2 RU

bucket
  container orders: partition key /tenantBucket; stated: 4 physical partitions; 3,000 RU/s each
stream  operation  knows                                charge
──────  ─────────  ───────────────────────────────────  ─────────────────────
writes  create     whole key                            8 RU
reads   query      not the first level: all partitions  2.8 RU a visit + 2 RU
"""
STRICT_NOTE = (
    "  note: stream writes: a request costs 3,001 RU, more than a partition's 3,000 RU a second: under "
    "strict_second it never passes (RATE-03)\n"
)


@pytest.fixture(autouse=True)
def scenario(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO)


def test_a_right_scenario_shows_what_it_resolves_to(cosmosim, tmp_path):
    done = cosmosim("validate", "s.yaml", code=0)
    assert done.stderr == ""
    first, size, rest = done.stdout.split("\n", 2)
    assert first == "s.yaml: right"
    assert re.fullmatch(SIZE, size)
    assert rest == DESIGNS
    assert [p.name for p in tmp_path.iterdir()] == ["s.yaml"]


def test_json_has_the_same_as_fields(cosmosim):
    (checked,) = cosmosim("validate", "s.yaml", "--format", "json", code=0).json
    assert (checked["file"], checked["scenario"]) == ("s.yaml", "small")
    designs = {design["variant"]: design for design in checked["designs"]}
    assert list(designs) == ["base", "hpk", "bucket"]
    for design in designs.values():
        assert design["operations"] == 520
        assert design["memory_bytes"] > 0 and design["result_bytes"] > 0
        assert design["remarks"] == []
    assert designs["hpk"]["containers"] == {
        "orders": {
            "partition_key": "[/tenantId, /year]",
            "physical_partitions": 4,
            "layout": "stated: 4 physical partitions",
            "provisioned_ru": 12000,
        }
    }
    assert {name: d["streams"]["reads"]["known_levels"] for name, d in designs.items()} == {
        "base": 1, "hpk": 1, "bucket": 0,
    }
    assert designs["base"]["streams"] == {
        "writes": {"known_levels": 1, "listed_keys": 1, "sent_as_query": False, "charge_ru": 7.81},
        "reads": {
            "known_levels": 1, "listed_keys": 1, "sent_as_query": False,
            "charge_ru": {"per_partition": 2.8, "result": 2},
        },
    }
    assert designs["base"]["parameters"]["clock.duration"] == "10 s"
    assert designs["hpk"]["parameters"]["model.ratelimit"] == "debt"


def test_keys_that_are_known_as_a_list_are_told(cosmosim, tmp_path):
    """Ten buckets put in by the design, and a list of two tenants: the lists multiply."""
    text = SCENARIO.replace("variants:\n", """\
variants:
  salted: {containers.orders.partition_key: /tenantBucket, containers.orders.enumerate: [bucket]}
  first: {containers.orders.partition_key: [/bucket, /tenantId], containers.orders.enumerate: [bucket]}
""").replace("reads: {operation: query, where: [tenantId]", "reads: {operation: query, where: [{tenantId: {in: 2}}]")
    (tmp_path / "s.yaml").write_text(text)
    rows = {}
    for line in cosmosim("validate", "s.yaml", code=0).stdout.splitlines():
        if re.fullmatch(r"[a-z-]+", line):
            design = line
        elif line.startswith("reads "):
            rows[design] = re.split(r"  +", line)[2]
    assert rows == {
        "base": "whole key, 2 values",
        "hpk": "1 of 2 levels: a prefix, 2 values",
        "bucket": "not the first level: all partitions",
        "salted": "whole key, 20 values",
        "first": "whole key, 20 values",
    }
    (checked,) = cosmosim("validate", "s.yaml", "--format", "json", code=0).json
    keys = {d["variant"]: d["streams"]["reads"]["listed_keys"] for d in checked["designs"]}
    assert keys == {"base": 2, "salted": 20, "first": 20, "hpk": 2, "bucket": 1}
    remarks = {d["variant"]: d["remarks"] for d in checked["designs"]}
    assert remarks["bucket"] == []
    assert remarks["salted"] == [
        "stream reads: knows /tenantBucket as lists of values (2 of tenantId, 10 of bucket): each physical partition "
        "that holds any of them is asked once (QUERY-01)"
    ]


def test_a_changed_reading_of_the_model_is_shown(cosmosim):
    done = cosmosim("validate", "s.yaml", "--set", "model.gigabyte=binary", code=0)
    assert done.stdout.splitlines()[2:4] == ["  model.gigabyte = binary", ""]


def test_a_setting_is_the_last_word_on_what_a_variant_sets(cosmosim):
    setting = "containers.orders.partition_key=/year"
    (checked,) = cosmosim("validate", "s.yaml", "--set", setting, "--format", "json", code=0).json
    keys = {d["variant"]: d["containers"]["orders"]["partition_key"] for d in checked["designs"]}
    assert keys == {"base": "/year", "hpk": "/year", "bucket": "/year"}


def test_a_scenario_from_standard_input(cosmosim):
    done = cosmosim("validate", "-", stdin=SCENARIO, code=0)
    assert done.stdout.endswith(DESIGNS)


def test_several_right_files_come_one_after_the_other(cosmosim, tmp_path):
    (tmp_path / "t.yaml").write_text(SCENARIO.replace("name: small", "name: other"))
    done = cosmosim("validate", "s.yaml", "t.yaml", code=0)
    assert re.findall(r"(?m)^\S+: right$", done.stdout) == ["s.yaml: right", "t.yaml: right"]
    both = cosmosim("validate", "s.yaml", "t.yaml", "--format", "json", code=0).json
    assert [checked["scenario"] for checked in both] == ["small", "other"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_all_errors_of_all_files_come_at_once(cosmosim, tmp_path, form):
    (tmp_path / "a.yaml").write_text(SCENARIO.replace("10 s", "10").replace("operation: create", "operation: creat"))
    (tmp_path / "b.yaml").write_text(SCENARIO.replace("manual: 12000 RU/s", "manual: 12000"))
    done = cosmosim("validate", "a.yaml", "s.yaml", "none.yaml", "b.yaml", "--format", form, code=2)
    assert done.stdout == ""
    errors = [line for line in done.stderr.splitlines() if not line.startswith("    hint: ")]
    assert errors == [
        "a.yaml:2:19: error: clock.duration: `10` is not a duration",
        "a.yaml:13:23: error: streams.writes.operation: `creat` is not one of the choices",
        "b.yaml:16:59: error: containers.orders.throughput.manual: `12000` is not a throughput",
        "none.yaml: error: there is no such file",
    ]


def test_an_error_of_a_variant_names_the_variant(cosmosim, tmp_path):
    (tmp_path / "s.yaml").write_text(SCENARIO.replace(": /tenantBucket", ": /tenantBuckt"))
    done = cosmosim("validate", "s.yaml", code=2)
    assert done.stdout == ""
    assert done.stderr == (
        "s.yaml:19:45: error: variants.bucket: containers.orders.partition_key: item `order` has no property "
        "`tenantBuckt`\n    hint: did you mean `tenantBucket`?\n"
    )


def test_a_request_that_never_fits_a_second_is_pointed_out(cosmosim):
    """3,001 RU against 3,000 RU/s; at 3,000 it still fits. Only under strict_second."""
    strict = ("--set", "model.ratelimit=strict_second")
    done = cosmosim("validate", "s.yaml", *strict, "--set", "streams.writes.charge=3001 RU", code=0)
    assert done.stdout.count(STRICT_NOTE) == 3
    for quiet in ((*strict, "--set", "streams.writes.charge=3000 RU"), ("--set", "streams.writes.charge=3001 RU")):
        assert "note:" not in cosmosim("validate", "s.yaml", *quiet, code=0).stdout


def test_point_reads_that_are_sent_as_queries_are_pointed_out(cosmosim, tmp_path):
    """Whoever knows id and tenantId does not know the bucket, hence not the key /tenantBucket."""
    lookups = "  lookups: {operation: point_read, where: [id, tenantId], rate: 2 /s}\ncontainers:\n"
    (tmp_path / "s.yaml").write_text(SCENARIO.replace("containers:\n", lookups))
    note = (
        "stream lookups: its point reads do not know the whole key and id of {}, so they are sent as queries (HPK-12)"
    )
    (checked,) = cosmosim("validate", "s.yaml", "--format", "json", code=0).json
    assert {d["variant"]: (d["streams"]["lookups"]["sent_as_query"], d["remarks"]) for d in checked["designs"]} == {
        "base": (False, []),
        "hpk": (True, [note.format("[/tenantId, /year]")]),
        "bucket": (True, [note.format("/tenantBucket")]),
    }
    text = cosmosim("validate", "s.yaml", code=0).stdout
    assert text.count("  note: ") == 2 and f"  note: {note.format('/tenantBucket')}\n" in text


@pytest.mark.parametrize("command", ["validate", "run"])
def test_a_scenario_beyond_any_memory_is_refused(cosmosim, tmp_path, command):
    """3,660 d of bins of 1 s are 316 million; with 4 partitions and a million replications that is over 100 PB."""
    absurd = ("clock.duration=3660 d", "output.bin=1 s", "experiment.replications=1000000")
    settings = [word for setting in absurd for word in ("--set", setting)]
    done = cosmosim(command, "s.yaml", *settings, code=2, timeout=20)
    assert done.stdout == ""
    assert re.fullmatch(
        r"s\.yaml: error: needs about \d+ PB of memory, of which \S+ .B are free\n"
        r"    hint: fewer replications or threads, longer bins \(`output\.bin`\), smaller populations\n",
        done.stderr,
    )
    assert [p.name for p in tmp_path.iterdir()] == ["s.yaml"]
