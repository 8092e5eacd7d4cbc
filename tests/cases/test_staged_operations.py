"""Operations of several requests, one after the other: steps, and writes that have to find their item first.

Each test is a small scenario whose outcome is worked out beside it. A read takes 4 ms and a write 5 ms, exactly.
"""

from __future__ import annotations

from typing import Any

import pytest

HEAD = """
name: t
clock: {duration: 20 s}
client: {round_trip: 0 s, retries: none}
model: {latency: {read: 4 ms, write: 5 ms}}
"""


@pytest.fixture
def runs(cosmosim, tmp_path):
    """Runs a scenario text; gives its runs as JSON, by variant."""

    def run_text(text: str, *options: str) -> dict[str, dict[str, Any]]:
        (tmp_path / "s.yaml").write_text(HEAD + text)
        outcome = cosmosim("run", "s.yaml", "--variant", "all", "--format", "json", "-o", "s.h5", *options,
                           cwd=tmp_path, code=0)
        return {run["variant"]: run for run in outcome.json["runs"]}

    return run_text


def attempts_by_partition(run: dict[str, Any]) -> list[int]:
    return [partition["attempts"] for partition in run["partitions"]]


MOVES = """
populations: {workspaces: {count: 40}}
items: {project: {size: 1 KB, properties: {workspaceId: {population: workspaces}, slug: unique}}}
streams:
  moves:
    rate: 50 /s
    spacing: even
    on_failure: %s
    steps:
      - {operation: point_read, charge: 1 RU}
      - {operation: upsert, choose: {workspaceId: {popularity: uniform}}%s}
      - {operation: delete, charge: %s RU}
containers:
  app: {partition_key: /workspaceId, throughput: {manual: %d RU/s}, layout: {equal: 4}}
"""


def test_a_move_takes_its_steps_one_after_the_other(runs) -> None:
    streams = runs(MOVES % ("stop", ", charge: 7 RU", 6, 4000))["base"]["streams"]
    assert set(streams) == {"moves", "moves.0", "moves.1", "moves.2"}
    whole = streams["moves"]
    assert whole["operations"] == whole["succeeded"] + whole["waiting_at_end"] == 1_000
    assert whole["metrics"]["latency_p50_ms"]["mean"] == pytest.approx(4 + 5 + 5, rel=0.01)
    assert whole["attempts"] == 3 * whole["succeeded"] + sum(
        streams[f"moves.{i}"]["waiting_at_end"] for i in range(3)
    ), "the whole counts the requests of its steps"
    assert whole["ru_per_operation"] == pytest.approx(1 + 7 + 6, rel=0.01)
    for i, (operation, milliseconds) in enumerate((("point_read", 4), ("upsert", 5), ("delete", 5))):
        step = streams[f"moves.{i}"]
        assert (step["operation"], step["part_of"]) == (operation, "moves")
        assert step["metrics"]["latency_p99_ms"]["mean"] == pytest.approx(milliseconds, rel=0.01)


def test_an_upsert_under_another_key_makes_a_new_item(runs) -> None:
    """Under /slug it stays where it is: a replace of one property, twice the create's charge."""
    variants = "variants: {workspace: {}, slug: {containers.app.partition_key: /slug}}\n"
    found = runs(MOVES % ("stop", "", 6, 4000) + variants)
    # 1,000 B and 205 B of the service's are two KiB: 6.29 RU; id, workspaceId, slug and 5 are 8 terms of 0.19 RU.
    create = found["workspace"]["streams"]["moves.1"]["ru_per_operation"]
    replace = found["slug"]["streams"]["moves.1"]["ru_per_operation"]
    assert create == pytest.approx(6.29 + 8 * 0.19, rel=1e-9)
    assert replace == pytest.approx(2 * 6.29 + 2 * 0.19, rel=1e-9)


def test_what_was_written_is_taken_back(runs) -> None:
    """Under strict_second a delete of 2,000 RU never passes at 1,000 RU/s a partition."""
    text = MOVES % ("undo", ", charge: 7 RU", 2000, 4000)
    streams = runs(text, "--set", "model.ratelimit=strict_second")["base"]["streams"]
    whole, upsert, undo = streams["moves"], streams["moves.1"], streams["moves.1.undo"]
    assert whole["succeeded"] == 0
    assert undo["operation"] == "delete"
    assert undo["operations"] == streams["moves.2"]["failed"] == streams["moves.2"]["operations"]
    assert undo["ru_per_operation"] == pytest.approx(7)
    assert upsert["succeeded"] - undo["operations"] <= 2, "all but what is under way at the end"
    assert "moves.0.undo" not in streams and "moves.2.undo" in streams


FIND = """
populations: {tenants: {count: 60}}
items: {doc: {size: 1 KB, properties: {tenantId: {population: tenants}}}}
streams: {edits: {operation: replace, where: %s, charge: 10 RU, rate: 50 /s}}
containers: {c: {partition_key: /tenantId, throughput: {manual: 4000 RU/s}, layout: {equal: 4}}}
"""


def test_a_write_that_does_not_know_its_key_queries_first(runs) -> None:
    """HPK-12: by the id alone, four visits of 2.89 RU and one small item between them, then the write."""
    streams = runs(FIND % "[id]")["base"]["streams"]
    whole, query, write = (streams[name] for name in ("edits", "edits.query", "edits.replace"))
    assert whole["queries_first"] and whole["operation"] == "replace"
    assert query["attempts"] == 4 * query["operations"]
    assert write["attempts"] == write["operations"] == query["succeeded"]
    assert whole["metrics"]["latency_p50_ms"]["mean"] == pytest.approx(4 + 5, rel=0.01)
    assert write["ru_per_operation"] == pytest.approx(10, rel=0.01)
    # 2.20 + 0.69 a visit; one item of 1,205 B loaded and returned: 0.0063 + 1,205 / 1,024 x (0.0103 + 0.0109).
    assert query["ru_per_operation"] == pytest.approx(4 * 2.89 + 0.0063 + 1205 / 1024 * 0.0212, rel=0.01)


def test_what_it_writes_is_what_it_would_have_written(runs) -> None:
    """The same requests under either spelling: the same items, so the same physical partitions."""
    found = runs(FIND % "[id]" + "variants: {blind: {}, knowing: {streams.edits.where: null}}\n")
    blind, knowing = found["blind"], found["knowing"]
    queries = blind["streams"]["edits.query"]["operations"]
    assert [n - queries for n in attempts_by_partition(blind)] == pytest.approx(attempts_by_partition(knowing), abs=2)
    assert "edits.query" not in knowing["streams"]


PAGES = """
items: {doc: {size: 1 KB, properties: {kind: unique}}}
streams: {all: {operation: query, where: [], returns: %s, %s rate: 5 /s, spacing: even}}
containers: {c: {partition_key: /id, throughput: {manual: 40000 RU/s}, layout: {equal: 10}}}
"""


@pytest.mark.parametrize(("how", "partitions", "milliseconds"), [
    ("", 10, 4),
    ("max_concurrency: 1,", 10, 40),
    ("max_concurrency: 4,", 10, 12),
    ("max_concurrency: all,", 10, 4),
    ("max_concurrency: 1, top: 3,", 2, 8),  # two items on each
    ("max_concurrency: 1, top: 3, order: sorted,", 10, 40),
])
def test_a_sequential_query_stops_when_it_has_enough(runs, how, partitions, milliseconds) -> None:
    """QUERY-04, QUERY-05: partition 0 is asked by every query, the last ones only by those that need them."""
    stream = runs(PAGES % (20, how))["base"]["streams"]["all"]
    assert stream["partitions_visited_per_operation"] == partitions
    assert stream["metrics"]["latency_p50_ms"]["mean"] == pytest.approx(milliseconds, rel=0.01)


def test_pages_follow_one_another(runs) -> None:
    """QUERY-06: 2,500 items on ten partitions are 250 on each, in pages of 100: three answers."""
    stream = runs(PAGES % (2500, ""))["base"]["streams"]["all"]
    assert stream["attempts"] == 30 * stream["operations"]
    assert stream["metrics"]["latency_p50_ms"]["mean"] == pytest.approx(12, rel=0.01)
    # Of 4 MiB: 25 items of 500 KB on one partition are four pages of at most 8.
    large = runs(PAGES.replace("1 KB", "500 KB").replace("layout: {equal: 10}", "layout: {equal: 1}").replace(
        "40000", "10000").replace("[]", "[{kind: range}]") % (25, ""))["base"]["streams"]["all"]
    assert large["attempts"] >= 4 * large["succeeded"] > 0
    assert large["metrics"]["latency_p50_ms"]["mean"] == pytest.approx(16, rel=0.01)


def test_a_step_that_draws_for_itself_does_so_for_existing_items_too(runs) -> None:
    """The item's own bucket says where it is read; the upsert goes to a bucket of its own draw, one of four."""
    run = runs("""
items: {doc: {size: 1 KB, properties: {t: {bucket: 4}}}}
streams:
  moves:
    rate: 200 /s
    choose: {id: {newest: {zipf: {theta: 3}}}}
    steps: [{operation: point_read, charge: 1 RU}, {operation: upsert, charge: 1 RU, choose: {t: {bucket: 4}}}]
containers: {c: {partition_key: /t, throughput: {manual: 20000 RU/s}, stored: {doc: {items: 1000}}}}
""", "--set", "output.hot_keys=10")["base"]
    shares = sorted(key["ru"] for partition in run["partitions"] for key in partition["hot_keys"])
    # Of 8,000 RU the reads take half, nearly all of it on the newest item's bucket; the upserts 1,000 on each.
    assert len(shares) == 4
    assert shares[0] == pytest.approx(1_000, rel=0.25)
    assert shares[3] > 4_000


def test_steps_choose_apart(runs) -> None:
    """What one step draws in its own way is nothing to the others: step 0 reads `b`, step 1 one of three others."""
    run = runs("""
items: {doc: {size: 1 KB, properties: {kind: given}}}
streams:
  s:
    rate: 50 /s
    choose: {kind: b}
    steps: [{operation: point_read, charge: 1 RU}, {operation: upsert, charge: 1 RU, choose: {kind: {bucket: 3}}}]
containers: {c: {partition_key: /kind, throughput: {manual: 400 RU/s}}}
""")["base"]
    ru = {key["key"]: key["ru"] for partition in run["partitions"] for key in partition["hot_keys"]}
    assert ru["b"] == pytest.approx(run["streams"]["s.0"]["attempts"])
    assert set(ru) == {"b", "0", "1", "2"}


def test_a_part_needs_what_the_scenario_has_to_say(cosmosim, tmp_path) -> None:
    (tmp_path / "s.yaml").write_text(HEAD + """
items: {doc: {size: 1 KB, properties: {owner: given, slug: unique}}}
streams: {edits: {operation: replace, where: [slug], rate: 5 /s}}
containers: {c: {partition_key: /owner, throughput: {manual: 400 RU/s}}}
""")
    said = cosmosim("validate", "s.yaml", cwd=tmp_path, code=2).stderr
    assert "streams.edits: does not say `owner`, which is `given`" in said


def test_undoing_a_delete_creates_no_item_to_choose(cosmosim, tmp_path) -> None:
    (tmp_path / "s.yaml").write_text(HEAD + """
items: {doc: {size: 1 KB, properties: {t: {bucket: 4}}}}
streams:
  s:
    rate: 5 /s
    on_failure: undo
    choose: {id: {newest: {zipf: {theta: 1}}}}
    steps: [{operation: delete}, {operation: point_read}]
containers: {c: {partition_key: /t, throughput: {manual: 400 RU/s}}}
""")
    said = cosmosim("validate", "s.yaml", cwd=tmp_path, code=2).stderr
    assert said.count("no item `doc` exists in container `c`") == 1


def test_a_query_in_steps_costs_what_it_costs_alone(runs) -> None:
    text = """
items: {doc: {size: 1 KB, properties: {t: {bucket: 4}}}}
streams: {q: {rate: 200 /s, %s}}
containers: {c: {partition_key: /t, throughput: {manual: 40000 RU/s}, layout: {equal: 4}}}
"""
    query = "operation: query, where: [t], returns: {uniform: {min: 0, max: 90}}"
    alone = runs(text % query)["base"]["streams"]["q"]["ru_per_operation"]
    step = runs(text % f"steps: [{{{query}}}]")["base"]["streams"]["q.0"]
    # Both are means of 4,000 draws of some 26 numbers of RU: 5 deviations are 2 %.
    assert step["ru_per_operation"] == pytest.approx(alone, rel=0.02)


def test_in_order_everything_is_loaded_and_sorted_for_the_first_ten(runs) -> None:
    """QUERY-03: 1,000 items of 1,205 B on one partition: 2.89 + 1,000 x (0.0063 + 1,205 / 1,024 x 0.0103 + 0.052),
    and ten of them returned: 10 x 1,205 / 1,024 x 0.0109."""
    text = PAGES.replace("{equal: 10}", "{equal: 1}").replace("40000", "10000").replace("[]", "[{kind: range}]")
    stream = runs(text % (1000, "order: sorted, top: 10,"))["base"]["streams"]["all"]
    size = 1205 / 1024
    expected = 2.89 + 1000 * (0.0063 + size * 0.0103 + 0.052) + 10 * size * 0.0109
    assert stream["ru_per_operation"] == pytest.approx(expected, rel=0.01)
