"""`cosmosim route`: the ranges that a filter visits, and why.

The key space of version 2 ends at 3F…; four equal ranges meet just below 10…, 20… and 30…, so that the first hex digit
of an effective partition key is the number of its range. `cosmosim epk`, which is held to published vectors, says the
effective partition keys.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SCENARIO = """\
name: roads
clock: {duration: 10 s}
populations: {tenants: {members: {A: 1, B: 3}}}
items:
  order:
    size: 1 KiB
    properties:
      tenantId: {population: tenants}
      year: {time: "%Y", as: number}
      kind: {constant: order}
      live: {constant: true}
      bucket: {bucket: 10}
      tenantBucket: {format: "{tenantId}-{bucket}"}
      tenantKind: {format: "{tenantId}/{kind}"}
      rest: {modulo: {of: id, by: 1000}}
      tenantRest: {format: "{tenantId}-{rest}"}
streams:
  writes: {operation: create, rate: 50 /s, choose: {kind: {bucket: 3}}}
containers:
  orders: {partition_key: /tenantId, throughput: {manual: 12000 RU/s}, layout: {equal: 4}}
variants:
  hpk: {containers.orders.partition_key: [/tenantId, /year, /bucket]}
  combined: {containers.orders.partition_key: [/tenantId, /year], model.hpk_hash: combined}
  v1: {containers.orders.partition_key: {paths: [/tenantId], version: 1}}
  kind: {containers.orders.partition_key: [/kind, /live, /tenantId]}
  synthetic: {containers.orders.partition_key: /tenantKind}
  bucket: {containers.orders.partition_key: /tenantBucket}
  rest: {containers.orders.partition_key: /tenantRest}
  salted: {containers.orders.partition_key: /tenantBucket, containers.orders.enumerate: [bucket]}
  bucket-first: {containers.orders.partition_key: [/bucket, /tenantId], containers.orders.enumerate: [bucket]}
"""
CUTS = [
    "",
    "0FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
    "1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFE",
    "2FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFD",
    "FF",
]
FULL = "every level is known by equality: one logical partition on one physical partition (QUERY-01)"
PREFIX = 'a leading prefix is known: the ranges that overlap [E, E + "FF") (HPK-04, HPK-11)'


@pytest.fixture(autouse=True)
def scenario(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO)


@pytest.fixture
def route(cosmosim):
    """`route({"tenantId": "B"}, "hpk")`: the answer as JSON."""

    def ask(where: Any, variant: str = "base") -> dict[str, Any]:
        options = ("--where", json.dumps(where), "--variant", variant, "--format", "json")
        return cosmosim("route", "s.yaml", *options, code=0).json

    return ask


@pytest.fixture
def epk(cosmosim):
    def ask(values: list[Any], *options: str) -> str:
        return cosmosim("epk", json.dumps(values), *options, code=0).stdout.strip()

    return ask


def ids(answer: dict[str, Any]) -> list[str]:
    return [visited["id"] for visited in answer["visited"]]


def test_a_full_key_visits_the_one_range_that_holds_it(route, epk):
    answer = route({"tenantId": "B"})
    assert answer == {
        "container": "orders",
        "variant": "base",
        "partition_key": "/tenantId",
        "known": {"tenantId": "B"},
        "levels": 1,
        "enumerated": [],
        "effective_partition_key": "1B69005CE488023CEA4DFB167FDB73E2",
        "why": FULL,
        "physical_partitions": 4,
        "visited": [{"id": "1", "min_inclusive": CUTS[1], "max_exclusive": CUTS[2]}],
    }
    assert answer["effective_partition_key"] == epk(["B"])


def test_the_text_says_what_is_known_and_why(cosmosim):
    where = '{"tenantId": "B", "year": 2026}'
    done = cosmosim("route", "s.yaml", "--variant", "hpk", "--where", where, code=0)
    assert done.stderr == ""
    assert done.stdout == (
        "orders (hpk): partition key [/tenantId, /year, /bucket], 4 physical partitions\n"
        '  known: /tenantId = "B", /year = 2026 (2 of 3 levels)\n'
        "  effective partition key of the prefix: "
        "1B69005CE488023CEA4DFB167FDB73E208C31494182AB351DA250F517501B972\n"
        f"  {PREFIX}\n"
        "  visits 1 of 4\n"
        "\n"
        "range  min (inclusive)                   max (exclusive)\n"
        "─────  ────────────────────────────────  ────────────────────────────────\n"
        f"1      {CUTS[1]}  {CUTS[2]}\n"
    )


def remainder(text: str, by: int) -> int:
    """FNV-1a of 64 bits, then the finaliser of SplitMix64, modulo `by`."""
    word = (1 << 64) - 1
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = (h ^ byte) * 0x100000001B3 & word
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9 & word
    h = (h ^ h >> 27) * 0x94D049BB133111EB & word
    return (h ^ h >> 31) % by


def test_whoever_knows_the_id_works_out_its_remainder(route, epk):
    answer = route({"tenantId": "B", "id": "order-17"}, "rest")
    assert answer["why"] == FULL
    assert answer["effective_partition_key"] == epk([f"B-{remainder('order-17', 1000)}"])
    assert route({"tenantId": "B"}, "rest")["known"] == {}


def test_a_prefix_visits_the_ranges_that_overlap_it(route, epk, tmp_path):
    answer = route({"tenantId": "B"}, "hpk")
    assert (answer["why"], ids(answer)) == (PREFIX, ["1"])
    assert answer["effective_partition_key"] == epk(["B"], "--kind", "MultiHash")
    # Two cuts inside B: three of six ranges share it, A and each of B's years are on one.
    cut = "  cut:\n    containers.orders.partition_key: [/tenantId, /year]\n" \
        "    containers.orders.layout: {equal: 4, cuts: [{key: [B], at: 33 %}, {key: [B], at: 67 %}]}\n"
    (tmp_path / "s.yaml").write_text(SCENARIO + cut)
    answer = route({"tenantId": "B"}, "cut")
    assert (answer["physical_partitions"], ids(answer)) == (6, ["1", "2", "3"])
    assert route({"tenantId": "B", "year": 2026}, "cut")["physical_partitions"] == 6
    assert len(ids(route({"tenantId": "B", "year": 2026}, "cut"))) == 1
    assert len(ids(route({"tenantId": "A"}, "cut"))) == 1


@pytest.mark.parametrize(
    ("variant", "where"),
    [
        ("base", {}),
        ("base", {"year": 2026}),
        ("hpk", {"year": 2026, "bucket": 3}),
        ("bucket", {"tenantId": "B"}),
        ("synthetic", {"kind": "order"}),
    ],
)
def test_without_the_first_level_all_ranges_are_visited(route, variant, where):
    answer = route(where, variant)
    assert (answer["known"], answer["effective_partition_key"]) == ({}, "")
    assert "every physical partition is asked (QUERY-02, HPK-11)" in answer["why"]
    assert [(v["id"], v["min_inclusive"], v["max_exclusive"]) for v in answer["visited"]] == [
        (str(i), CUTS[i], CUTS[i + 1]) for i in range(4)
    ]


def test_a_format_is_known_when_all_its_parts_are(route, epk):
    answer = route({"tenantId": "B", "bucket": 3}, "bucket")
    assert (answer["known"], answer["why"]) == ({"tenantBucket": "B-3"}, FULL)
    assert answer["effective_partition_key"] == epk(["B-3"])
    assert ids(answer) == ["3"]
    # Given as such it is known as well; a constant part need not be given.
    assert route({"tenantBucket": "B-3"}, "bucket")["visited"] == answer["visited"]
    assert route({"tenantId": "B"}, "synthetic")["effective_partition_key"] == epk(["B/order"])


def places(epk, keys: list[list[Any]], *options: str) -> list[str]:
    """Ranges, each once, that hold these keys: the first digit of an effective partition key is the number of its."""
    return sorted({epk(key, *options)[0] for key in keys})


def test_a_list_visits_each_range_that_holds_one_of_its_values(route, epk):
    answer = route({"tenantId": ["B", "A", "B"]})
    assert answer["known"] == {"tenantId": ["B", "A"]}
    assert answer["effective_partition_key"] == [epk(["B"]), epk(["A"])]
    assert ids(answer) == places(epk, [["A"], ["B"]])
    assert answer["why"] == (
        "every level is known as a list, 2 keys in all: each physical partition that holds one of them is asked once "
        "(QUERY-01)"
    )
    # A list of one value is that value.
    assert route({"tenantId": ["B"]}) == route({"tenantId": "B"})


def test_lists_multiply_and_those_beside_the_key_do_nothing(route, epk):
    answer = route({"tenantId": ["A", "B"], "bucket": [0, 1, 2], "year": [2025, 2026]}, "bucket")
    keys = [f"{tenant}-{bucket}" for tenant in "AB" for bucket in range(3)]
    assert answer["known"] == {"tenantBucket": keys}
    assert ids(answer) == places(epk, [[key] for key in keys])


def test_a_prefix_known_as_a_list_visits_the_ranges_of_each(route, epk):
    answer = route({"tenantId": ["A", "B"], "bucket": "1"}, "hpk")
    assert ids(answer) == places(epk, [["A"], ["B"]])
    assert answer["why"] == (
        "a leading prefix is known as a list, 2 prefixes in all: the ranges that overlap "
        '[E, E + "FF") of any of them (QUERY-01, HPK-04, HPK-11)'
    )


def test_the_designs_clients_put_in_what_they_can_enumerate(route, epk, cosmosim):
    answer = route({"tenantId": "B"}, "salted")
    assert answer["enumerated"] == ["bucket"]
    assert answer["known"] == {"tenantBucket": [f"B-{i}" for i in range(10)]}
    assert ids(answer) == places(epk, [[f"B-{i}"] for i in range(10)])
    # With the bucket, or without the tenant, there is nothing to put in.
    assert route({"tenantId": "B", "bucket": 3}, "salted")["enumerated"] == []
    assert route({}, "salted")["enumerated"] == []
    assert len(ids(route({}, "salted"))) == 4
    # A level of its own: ten prefixes without the tenant, ten keys with it.
    hpk = ("--kind", "MultiHash")
    assert ids(route({}, "bucket-first")) == places(epk, [[str(i)] for i in range(10)], *hpk)
    assert ids(route({"tenantId": "B"}, "bucket-first")) == places(epk, [[str(i), "B"] for i in range(10)], *hpk)
    text = cosmosim("route", "s.yaml", "--variant", "salted", "--where", '{"tenantId": "B"}', code=0).stdout
    keys = [epk([f"B-{i}"]) for i in range(3)]
    values = [f'"B-{i}"' for i in range(10)]
    assert text.splitlines()[1:5] == [
        f"  known: /tenantBucket IN ({', '.join(values)}) (1 of 1 levels)",
        "  put in by the container's clients, who know all its values: bucket",
        f"  effective partition keys: {', '.join(keys)}, … (10 in all)",
        "  every level is known as a list, 10 keys in all: each physical partition that holds one of them is asked "
        "once (QUERY-01)",
    ]


def test_of_a_nested_population_they_put_in_the_members_within_those_asked_for(route, epk, cosmosim, tmp_path):
    text = SCENARIO.replace("{members: {A: 1, B: 3}}}", "{members: {A: 1, B: 3}}, users: {count: 3, within: tenants}}")
    text = text.replace("      year:", "      userId: {population: users}\n      year:")
    text += "  users: {containers.orders.partition_key: /userId, containers.orders.enumerate: [userId]}\n"
    (tmp_path / "s.yaml").write_text(text)
    users = {tenant: [f"{tenant}/users-{i}" for i in range(1, 4)] for tenant in "AB"}
    answer = route({"tenantId": "B"}, "users")
    assert answer["enumerated"] == ["userId"]
    assert answer["known"] == {"userId": users["B"]}
    assert ids(answer) == places(epk, [[user] for user in users["B"]])
    assert route({"tenantId": ["B", "A"]}, "users")["known"] == {"userId": users["B"] + users["A"]}
    assert route({}, "users")["known"] == {"userId": users["A"] + users["B"]}
    done = cosmosim("route", "s.yaml", "--variant", "users", "--where", '{"tenantId": "X"}', code=2)
    assert done.stderr == (
        "--where: error: `X` is no member of population `tenants`, within which `userId` is enumerated\n"
        "    hint: a member, for example `A`\n"
    )


def test_a_long_list_of_values_is_cut_in_the_text(cosmosim):
    where = json.dumps({"tenantId": [f"t{i}" for i in range(13)]})
    text = cosmosim("route", "s.yaml", "--where", where, code=0).stdout
    assert '"t10", "t11", … (13 in all)) (1 of 1 levels)\n' in text


def test_constants_are_known_to_everybody(route, epk):
    answer = route({}, "kind")
    assert (list(answer["known"]), answer["why"]) == (["kind", "live"], PREFIX)
    assert answer["effective_partition_key"] == epk(["order", True], "--kind", "MultiHash")
    assert ids(answer) == ["2"]
    answer = route({"tenantId": "B"}, "kind")
    assert (len(answer["known"]), answer["why"]) == (3, FULL)


def test_known_values_keep_their_types(route):
    answer = route({"tenantId": "B", "year": 2026, "bucket": "3"}, "hpk")
    assert answer["known"] == {"tenantId": "B", "year": 2026, "bucket": "3"}
    assert isinstance(answer["known"]["year"], int)
    assert route({}, "kind")["known"] == {"kind": "order", "live": True}
    assert route({"tenantId": "2026"})["known"] == {"tenantId": "2026"}
    assert route({"tenantId": None})["known"] == {"tenantId": None}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"tenantId": "B", "year": "2026"}, "`2026` is a text, but `year` is a number in item `order`"),
        ({"tenantId": "B", "year": 2026, "bucket": 3}, "`3` is a number, but `bucket` is a text in item `order`"),
    ],
)
def test_a_number_for_a_text_hashes_elsewhere_and_is_refused(cosmosim, where, said):
    done = cosmosim("route", "s.yaml", "--variant", "hpk", "--where", json.dumps(where), code=2)
    assert done.stdout == ""
    assert done.stderr.startswith(f"--where: error: {said}\n")


def test_a_number_is_hashed_as_a_number(route, epk):
    answer = route({"tenantId": "B", "year": 2026}, "hpk")
    assert answer["effective_partition_key"] == epk(["B", 2026], "--kind", "MultiHash")
    assert answer["effective_partition_key"] != epk(["B", "2026"], "--kind", "MultiHash")


def test_null_and_undefined_are_values(route, epk):
    assert route({"tenantId": None})["effective_partition_key"] == epk([None])
    assert route({"tenantId": {}})["effective_partition_key"] == epk([{}])


def test_combined_hashing_knows_all_levels_or_nothing(route, epk):
    answer = route({"tenantId": "B", "year": 2026}, "combined")
    assert answer["effective_partition_key"] == epk(["B", 2026])  # as one key of two components
    assert (answer["why"], ids(answer)) == (FULL, ["1"])
    answer = route({"tenantId": "B"}, "combined")
    assert (answer["known"], ids(answer)) == ({}, ["0", "1", "2", "3"])


def test_version_1_has_its_own_range_of_keys(route, epk):
    """Its keys begin with 05 and a hash of 32 bits as a float: not the digits of version 2."""
    answer = route({"tenantId": "B"}, "v1")
    key = answer["effective_partition_key"]
    assert key == epk(["B"], "--version", "1") == "05C1EFAFF97BD4084300"
    (visited,) = answer["visited"]
    assert visited["min_inclusive"] <= key < visited["max_exclusive"]
    everything = route({}, "v1")["visited"]
    assert (everything[0]["min_inclusive"], everything[-1]["max_exclusive"]) == ("", "FF")
    for left, right in zip(everything, everything[1:]):
        assert left["max_exclusive"] == right["min_inclusive"]
        assert right["min_inclusive"].startswith("05C1")


def test_a_long_list_is_cut_in_the_text_and_whole_in_json(cosmosim):
    options = ("--where", "{}", "--set", "containers.orders.layout={equal: 120}")
    done = cosmosim("route", "s.yaml", *options, code=0)
    assert "\n  visits 120 of 120\n" in done.stdout
    assert done.stdout.endswith("\n… and 70 more (--format json has them all)\n")
    assert len(cosmosim("route", "s.yaml", *options, "--format", "json", code=0).json["visited"]) == 120


def test_a_scenario_from_standard_input(cosmosim):
    done = cosmosim("route", "-", "--where", '{"tenantId": "B"}', stdin=SCENARIO, code=0)
    assert "\n  visits 1 of 4\n" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], '--where: error: missing\n    hint: for example {"tenantId": "acme"}, or {} for no filter\n'),
        (["--where", '{"tenantID": "B"}'],
         "--where: error: item `order` has no property `tenantID`\n    hint: did you mean `tenantId`?\n"),
        (["--where", '{"tenantId": {"a": "B"}}'],
         "--where: error: `tenantId` is not bound to values\n"
         "    hint: text, number, true, false, null, {} for undefined, or a list of those\n"),
        (["--where", '{"tenantId": [["B"]]}'],
         "--where: error: `tenantId` is not bound to values\n"
         "    hint: text, number, true, false, null, {} for undefined, or a list of those\n"),
        (["--where", '{"tenantId": []}'],
         "--where: error: `tenantId` is an empty list\n    hint: one value or more\n"),
        (["--where", json.dumps({"tenantId": [str(i) for i in range(1001)]})],
         "--where: error: lists 1001 combinations of values\n    hint: at most 1000\n"),
        (["--where", '["B"]'],
         '--where: error: is not an object\n    hint: for example {"tenantId": "acme", "year": 2026}\n'),
        (["--where", "{}", "--variant", "all"],
         "--variant: error: one design at a time\n    hint: name one of the variants\n"),
        (["--where", "{}", "--variant", "hkp"],
         "--variant: error: no variant `hkp`\n    hint: did you mean `hpk`?\n"),
        (["--where", "{}", "--container", "order"],
         "--container: error: no container `order`\n    hint: did you mean `orders`?\n"),
        (["--where", "{}", "--item", "ordr"], "--item: error: no item `ordr`\n    hint: did you mean `order`?\n"),
    ],
)
def test_a_wrong_question_is_refused_with_a_hint(cosmosim, options, said):
    done = cosmosim("route", "s.yaml", *options, code=2)
    assert (done.stdout, done.stderr) == ("", said)


def test_a_filter_that_ends_early_is_refused(cosmosim):
    done = cosmosim("route", "s.yaml", "--where", '{"tenantId":', code=2)
    assert done.stdout == ""
    assert done.stderr.startswith("--where:1:")


def test_one_of_several_containers_and_items_must_be_named(cosmosim, tmp_path):
    (tmp_path / "two.yaml").write_text("""\
name: two
clock: {duration: 10 s}
items:
  a: {size: 1 KiB, properties: {t: given}}
  b: {size: 1 KiB, properties: {t: given, u: given}}
streams:
  w: {operation: create, item: a, container: x, choose: {t: "1"}, rate: 1 /s}
containers:
  x: {partition_key: /t, throughput: {manual: 400 RU/s}}
  y: {partition_key: /t, throughput: {manual: 400 RU/s}}
""")
    done = cosmosim("route", "two.yaml", "--where", "{}", "--item", "a", code=2)
    assert done.stderr == "--container: error: there are several containers\n    hint: known: x, y\n"
    done = cosmosim("route", "two.yaml", "--where", "{}", "--container", "x", code=2)
    assert done.stderr == "--item: error: there are several items\n    hint: known: a, b\n"
    done = cosmosim("route", "two.yaml", "--where", '{"t": "1"}', "--container", "y", "--item", "b", code=0)
    assert done.stdout.startswith("y (base): partition key /t, 1 physical partition\n")
