"""What scenarios mean where several things meet: items and containers, populations, values that repeat.

Each test is a small scenario whose outcome is worked out beside it.
"""

from __future__ import annotations

import pytest

HEAD = "name: t\nclock: {duration: 60 s}\n"


@pytest.fixture
def run(cosmosim, tmp_path):
    """Runs a scenario text; gives the JSON of its only run."""

    def run_text(text: str, *options: str) -> dict:
        (tmp_path / "s.yaml").write_text(HEAD + text)
        outcome = cosmosim("run", "s.yaml", "--format", "json", "-o", "s.h5", *options, cwd=tmp_path, code=0)
        return outcome.json["runs"][0]

    return run_text


@pytest.fixture
def refuse(cosmosim, tmp_path):
    """Runs a scenario text that is wrong; gives what is said of it."""

    def refuse_text(text: str) -> str:
        (tmp_path / "s.yaml").write_text(HEAD + text)
        outcome = cosmosim("run", "s.yaml", "-o", "s.h5", cwd=tmp_path, code=2)
        assert not (tmp_path / "s.h5").exists()
        return outcome.stderr

    return refuse_text


def test_each_container_asks_its_key_only_of_the_items_that_come_to_it(run) -> None:
    result = run(
        """
populations: {tenants: {count: 10}}
items:
  order: {size: 1 KB, properties: {tenantId: {population: tenants}}}
  user: {size: 1 KB, properties: {email: unique}}
streams:
  orders: {item: order, container: orders, operation: create, rate: 10 /s}
  users: {item: user, container: users, operation: create, rate: 10 /s}
containers:
  orders: {partition_key: /tenantId, throughput: {manual: 400 RU/s}}
  users: {partition_key: /email, throughput: {manual: 400 RU/s}}
"""
    )
    assert set(result["containers"]) == {"orders", "users"}


def test_a_known_format_needs_the_given_values_that_it_is_made_of(refuse) -> None:
    said = refuse(
        """
items: {doc: {size: 1 KB, properties: {owner: given, pk: {format: "x-{owner}"}}}}
streams: {q: {operation: query, where: [pk], rate: 10 /s}}
containers: {c: {partition_key: /pk, throughput: {manual: 400 RU/s}}}
"""
    )
    assert "streams.q: does not say `owner`, which is `given`" in said


STORED = """
populations: {tenants: {members: {A: 1, B: 1}}}
items: {doc: {size: 1 KB, properties: {tenantId: {population: tenants}}}}
streams: {w: {operation: create, rate: 1 /s}}
containers: {c: {partition_key: /tenantId, throughput: {manual: 1000 RU/s}, stored: {doc: %s}}}
"""


def test_stored_data_of_few_keys_stay_below_the_wall(refuse) -> None:
    # 500 GB x 1.15 = 575 GB on two tenants, of which even the smaller cannot be below 20 GB: PART-02.
    said = refuse(STORED % "{data: 500 GB}")
    assert "containers.c.stored: " in said
    assert "GB with index in one logical partition, whose limit is 20 GB (PART-02)" in said


def test_stored_data_of_a_whole_key_stay_below_the_wall(refuse) -> None:
    # 18 GB x 1.15 = 20.7 GB in one logical partition: PART-02.
    said = refuse(STORED % "{by: tenantId, members: {A: 18 GB}}")
    assert "containers.c.stored.doc.members.A: 20.7 GB with index in one logical partition" in said


def test_a_key_of_one_value_is_found(run) -> None:
    result = run(
        """
items: {doc: {size: 1 KB, properties: {pk: {constant: global}}}}
streams: {w: {operation: create, charge: 5 RU, rate: 20 /s}}
containers: {c: {partition_key: /pk, throughput: {manual: 400 RU/s}, layout: {equal: 4}}}
"""
    )
    assert "F-LOW-CARDINALITY" in [finding["id"] for finding in result["findings"]]
    assert any("/pk has 1 value for 4 physical partitions" in finding["text"] for finding in result["findings"])


def test_a_population_shared_by_two_items_is_counted_once(run) -> None:
    # 3 tenants for 5 partitions, whichever item brings them.
    result = run(
        """
populations: {tenants: {count: 3}}
items:
  a: {size: 1 KB, properties: {tenantId: {population: tenants}}}
  b: {size: 1 KB, properties: {tenantId: {population: tenants}}}
streams:
  wa: {item: a, operation: create, charge: 5 RU, rate: 10 /s}
  wb: {item: b, operation: create, charge: 5 RU, rate: 10 /s}
containers: {c: {partition_key: /tenantId, throughput: {manual: 1000 RU/s}, layout: {equal: 5}}}
"""
    )
    assert any("/tenantId has 3 values for 5" in finding["text"] for finding in result["findings"])


def test_values_that_come_again_are_one_key(run) -> None:
    # %S has 60 values; in 120 s each comes twice, and each makes 1/60 of all requests. With one partition that is its
    # share: the arrivals are even, so exactly 2 of 120 seconds.
    result = run(
        """
items: {doc: {size: 1 KB, properties: {second: {time: "%S"}}}}
streams: {w: {operation: create, charge: 5 RU, rate: 20 /s, spacing: even}}
containers: {c: {partition_key: /second, throughput: {manual: 400 RU/s}}}
""",
        "--set",
        "clock.duration=120 s",
    )
    keys = result["partitions"][0]["hot_keys"]
    assert keys[0]["share"] == pytest.approx(1 / 60)
    assert len({key["key"] for key in keys}) == len(keys) == 10


TRACE = """
populations: {tenants: {members: {A: 1, B: 1}}}
items: {doc: {size: 1 KB, properties: {t: {population: tenants}, u: {population: tenants}}}}
streams:
  w:
    operation: create
    charge: 1 RU
    trace: {file: t.csv, wide: {first: "0", interval: 20 s}, properties: {t: tenant}}
    %s
containers: {c: {partition_key: /u, throughput: {manual: 40000 RU/s}, layout: {equal: 4}}}
"""


def test_properties_of_one_population_agree_in_a_trace(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("tenant,0\nA,500\n")
    result = run(TRACE % "")
    keys = [key["key"] for partition in result["partitions"] for key in partition["hot_keys"]]
    assert keys == ["A"]


def test_a_limit_keeps_the_earliest_operations_of_all_rows(run, tmp_path) -> None:
    # Two rows of 1,000 in 20 s, alike: of the first 50 operations each row has Binomial(50, 1/2), 25 +- 5 s.d. of 3.5.
    (tmp_path / "t.csv").write_text("tenant,0\nA,1000\nB,1000\n")
    result = run(TRACE % "limit: 50")
    ru = {key["key"]: key["ru"] for partition in result["partitions"] for key in partition["hot_keys"]}
    assert sum(ru.values()) == 50
    assert 7 <= ru["A"] <= 43


def test_a_property_is_said_by_choose_or_by_the_trace(refuse, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("tenant,0\nA,5\n")
    assert "streams.w.choose.t: is said by the trace, too" in refuse(TRACE % "choose: {t: B}")


def test_an_undefined_property_is_no_index_term(run) -> None:
    # 1,205 bytes are charged as 2 KiB, 6.29 RU; id and pk, + 5, are 7 terms of 0.19: 7.62 RU. `gone` is not there.
    result = run(
        """
items: {doc: {size: 1 KB, properties: {pk: unique, gone: {constant: undefined}}}}
streams: {w: {operation: create, rate: 10 /s}}
containers: {c: {partition_key: /pk, throughput: {manual: 400 RU/s}}}
"""
    )
    assert result["streams"]["w"]["ru_per_operation"] == pytest.approx(7.62)


def test_a_back_off_that_does_not_grow_is_a_constant_wait(run) -> None:
    # The same waits, so the same requests to the last one: 10 RU on 400 RU/s, 60 a second.
    text = """
items: {doc: {size: 1 KB, properties: {pk: unique}}}
streams: {w: {operation: create, charge: 10 RU, rate: 60 /s}}
client: {retries: {max: unlimited, max_wait: unlimited, wait: %s}}
containers: {c: {partition_key: /pk, throughput: {manual: 400 RU/s}}}
"""
    steady = run(text % "300 ms")
    backoff = run(text % "{first: 300 ms, factor: 1}")
    assert backoff["replications"] == steady["replications"]


def test_a_named_member_is_no_numbered_one(refuse) -> None:
    said = refuse(
        """
populations: {tenants: {members: {tenants-2: 50 %}, count: 3}}
items: {doc: {size: 1 KB, properties: {t: {population: tenants}}}}
streams: {w: {operation: create, rate: 1 /s}}
containers: {c: {partition_key: /t, throughput: {manual: 400 RU/s}}}
"""
    )
    assert "populations.tenants.members.tenants-2: `tenants-2` is also the name of one of the `count` others" in said


def test_errors_of_form_and_of_meaning_come_at_once(refuse) -> None:
    said = refuse(
        """
experiment: {sed: 3}
populations: {tenants: {count: 3, names: x}}
items: {doc: {size: 1 KB, properties: {t: {population: tenants}}}}
streams: {w: {operation: query, where: [nothing], rate: 1 /s}}
containers: {c: {partition_key: /t, throughput: {manual: 450 RU/s}}}
"""
    )
    for expected in (
        "experiment.sed: unknown field",
        "populations.tenants.names: has no place for the number",
        "streams.w.where.0: item `doc` has no property `nothing`",
        "containers.c.throughput.manual: `450 RU/s` is off the step (SCALE-12)",
    ):
        assert expected in said


def test_cuts_that_only_rounding_tells_apart_coincide(refuse) -> None:
    # The middle of two equal ranges is one hash unit below half of the key space.
    said = refuse(
        """
items: {doc: {size: 1 KB}}
streams: {w: {operation: create, rate: 1 /s}}
containers: {c: {partition_key: /id, throughput: {manual: 1000 RU/s}, layout: {equal: 2, cuts: [50 %]}}}
"""
    )
    assert "containers.c.layout.cuts.0: coincides with another boundary" in said
