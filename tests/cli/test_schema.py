"""`cosmosim schema`: a valid JSON Schema that takes every scenario of this repository and refuses wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

jsonschema = pytest.importorskip("jsonschema", reason="needs python3-jsonschema")
yaml = pytest.importorskip("yaml", reason="needs python3-yaml")

REPOSITORY = Path(__file__).resolve().parents[2]
SCENARIOS = sorted([*REPOSITORY.glob("scenarios/*.yaml"), *REPOSITORY.glob("tests/cases/*.yaml")])

RIGHT = """\
name: t
clock: {start: 2026-01-01T00:00:00Z, duration: 10 s}
populations: {tenants: {members: {A: 1, B: 3}}}
items: {order: {size: 1 KiB, properties: {tenantId: {population: tenants}}}}
streams:
  writes: {operation: create, rate: 50 /s}
containers:
  orders: {partition_key: /tenantId, throughput: {manual: 1000 RU/s}}
objectives:
  - {metric: throttled_share, at_most: 1 %}
"""


class Loader(yaml.SafeLoader):
    """YAML as the core schema has it: an instant is text."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load(text: str) -> Any:
    return yaml.load(text, Loader)  # noqa: S506: a SafeLoader with fewer types


@pytest.fixture
def validator(cosmosim):
    done = cosmosim("schema", code=0)
    assert done.stderr == ""
    return jsonschema.Draft202012Validator(done.json)


def test_it_is_a_valid_schema_of_2020_12(validator):
    assert validator.schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(validator.schema)


def test_there_are_scenarios_to_check():
    names = {path.name for path in SCENARIOS}
    assert {"saas-orders.yaml", "functions-day.yaml", "pc01.yaml"} <= names


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.name)
def test_every_shipped_scenario_is_valid(validator, path):
    assert [f"{e.json_path}: {e.message}" for e in validator.iter_errors(load(path.read_text()))] == []


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.name)
def test_a_field_that_is_not_known_makes_any_of_them_invalid(validator, path):
    document = load(path.read_text())
    document["contaners"] = {}
    assert not validator.is_valid(document)


def test_the_scenario_of_these_tests_is_right(cosmosim, validator):
    assert validator.is_valid(load(RIGHT))
    cosmosim("validate", "-", stdin=RIGHT, code=0)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("duration: 10 s", "duraton: 10 s", "$.clock"),
        ("duration: 10 s", "duration: 10", "$.clock.duration"),
        ("duration: 10 s", "duration: 10 parsecs", "$.clock.duration"),
        ("duration: 10 s", "duration: [10 s]", "$.clock.duration"),
        ("2026-01-01T00:00:00Z", "2026-01-01", "$.clock.start"),
        ("{start: 2026-01-01T00:00:00Z, duration: 10 s}", "{start: 2026-01-01T00:00:00Z}", "$.clock"),
        ("name: t\n", "", "$"),
        ("name: t\n", "name: t\nexperiment: {seed: -1}\n", "$.experiment.seed"),
        ("name: t\n", "name: t\nexperiment: {replications: 0}\n", "$.experiment.replications"),
        ("name: t\n", "name: t\nexperiment: {replications: 1.5}\n", "$.experiment.replications"),
        ("name: t\n", "name: t\nmodel: {ratelimit: lenient}\n", "$.model.ratelimit"),
        ("size: 1 KiB", "size: 1024", "$.items.order.size"),
        ("size: 1 KiB, ", "", "$.items.order"),
        ("operation: create", "operation: creat", "$.streams.writes.operation"),
        ("operation: create", "operation: insert", "$.streams.writes.operation"),
        ("rate: 50 /s", "rate: 50", "$.streams.writes.rate"),
        ("  writes: {", "  the writes: {", "$.streams"),
        ("partition_key: /tenantId", "partition_key: {paths: [/tenantId], version: 3}", "$.containers.orders"),
        ("partition_key: /tenantId, ", "", "$.containers.orders"),
        ("{manual: 1000 RU/s}", "{manual: 1000}", "$.containers.orders.throughput"),
        ("{manual: 1000 RU/s}", "{}", "$.containers.orders.throughput"),
        ("metric: throttled_share, ", "", "$.objectives[0]"),
    ],
)
def test_it_refuses_what_validate_refuses(cosmosim, validator, old, new, where):
    assert RIGHT.count(old) == 1
    wrong = RIGHT.replace(old, new)
    paths = [error.json_path for error in validator.iter_errors(load(wrong))]
    assert paths and all(path.startswith(where) for path in paths)
    cosmosim("validate", "-", stdin=wrong, code=2)
