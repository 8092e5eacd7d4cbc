"""`cosmosim describe` and `cosmosim schema`: the fields that the reader knows, as text and as JSON Schema."""

from __future__ import annotations

import json

import pytest


def test_one_field_is_told_with_what_lies_below(cosmosim) -> None:
    lines = cosmosim("describe", "clock", code=0).stdout.splitlines()
    assert lines[0].split()[:3] == ["clock", "map", "required"]
    assert any(line.split()[:3] == ["clock.duration", "duration", "required"] for line in lines)
    assert all(line.startswith(("clock", "    ")) for line in lines)


def test_any_name_stands_for_the_star(cosmosim) -> None:
    named = cosmosim("describe", "containers.orders.throughput", code=0).stdout
    assert named == cosmosim("describe", "containers.*.throughput", code=0).stdout
    assert "{manual: throughput}" in named


def test_all_fields_are_told_without_a_path(cosmosim) -> None:
    text = cosmosim("describe", code=0).stdout
    for field in ("name", "clock.duration", "streams.*.rate", "containers.*.partition_key", "model.ratelimit"):
        assert f"\n{field} " in "\n" + text
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize(
    "path, error",
    [
        ("clock.duraton", "clock has no field `duraton`\n    hint: did you mean `duration`?\n"),
        ("clock.duration.x", "clock.duration has no field `x`\n    hint: it holds a single value\n"),
        ("clok", "a scenario has no field `clok`\n    hint: did you mean `clock`?\n"),
    ],
)
def test_a_step_that_leads_nowhere_is_named(cosmosim, path: str, error: str) -> None:
    outcome = cosmosim("describe", path, code=2)
    assert outcome.stderr == f"command line: error: {error}"
    assert outcome.stdout == ""


@pytest.mark.parametrize("path", [".", "clock.", ".clock", "clock..duration"])
def test_a_malformed_path_is_refused(cosmosim, path: str) -> None:
    assert " has no field `" in cosmosim("describe", path, code=2).stderr


def test_schema_is_closed_and_lists_what_is_required(cosmosim) -> None:
    schema = json.loads(cosmosim("schema", code=0).stdout)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is False
    assert {"name", "clock", "items", "streams", "containers"} <= set(schema["required"])
    assert schema["properties"]["clock"]["required"] == ["duration"]


def test_schema_knows_every_field_that_describe_tells(cosmosim) -> None:
    schema = json.loads(cosmosim("schema", code=0).stdout)
    told = {
        line.split()[0]
        for line in cosmosim("describe", code=0).stdout.splitlines()
        if not line.startswith(" ") and "." not in line.split()[0]
    }
    assert told == set(schema["properties"])
