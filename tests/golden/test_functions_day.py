"""scenarios/functions-day.yaml on the real counts: what comes out is what the counts and 10,000 RU/s say it must be."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import golden_runs
import pytest

MINUTES = 5
VOLUME = 30
# 1,000 + 205 bytes are charged as 2 KiB: 6.29 RU; 4 properties + 5 = 9 index terms of 0.19 RU: 1.71.
CHARGE = 8.0
BUDGET = 10_000


@pytest.fixture(scope="module")
def counts(data_dir: Path) -> dict[str, Counter[int]]:
    """Owner -> minute -> invocations, read without any code of the program."""
    found: dict[str, Counter[int]] = {}
    with open(data_dir / "azure-functions-2019/invocations.csv", newline="") as file:
        for row in csv.DictReader(file):
            owner = found.setdefault(row["HashOwner"], Counter())
            for minute in range(480):
                owner[minute] += int(row[str(480 + minute)])
    return found


@pytest.fixture
def runs(cosmosim, data_dir: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, dict]:
    """Variant -> report. Without retries each operation is one attempt, so attempts can be counted from the file."""
    monkeypatch.setenv("COSMOSIM_DATA", str(data_dir))
    words = [
        *("run", str(golden_runs.SCENARIOS / "functions-day.yaml"), "--variant", "all"),
        *("--set", f"clock.duration={MINUTES}min", "--set", "client.retries=none"),
        *("--format", "json", "--quiet", "-o", str(tmp_path / "day.h5")),
    ]
    return {run["variant"]: run for run in json.loads(golden_runs.call_of(cosmosim.path)(words))["runs"]}


def test_the_file_is_the_one_that_the_scenario_describes(counts) -> None:
    totals = Counter({owner: by_minute.total() for owner, by_minute in counts.items()})
    assert len(totals) == 321
    assert totals.total() == 2_605_789
    assert totals.most_common(1)[0][1] == 1_915_521
    half_hour = {owner: sum(by_minute[m] for m in range(30)) for owner, by_minute in counts.items()}
    assert sum(half_hour.values()) == 147_017
    assert max(half_hour.values()) == 104_968


def test_operations_attempts_and_throttling_follow_from_the_counts(counts, runs, cosmosim) -> None:
    sent = {owner: VOLUME * sum(by_minute[m] for m in range(MINUTES)) for owner, by_minute in counts.items()}
    assert runs["owner"]["streams"]["log"]["operations"] == sum(sent.values())

    # Four equal ranges: the first two of the 126 bits of an owner's effective partition key tell which.
    owners = list(sent)
    lines = "".join(json.dumps([owner]) + "\n" for owner in owners)
    keys = cosmosim("epk", "--kind", "Hash", "--version", "2", "-", stdin=lines, code=0).stdout.split()
    place = {owner: int(key[0], 16) for owner, key in zip(owners, keys, strict=True)}
    by_range: Counter[str] = Counter()
    for owner in owners:
        by_range[str(place[owner])] += sent[owner]
    partitions = {p["id"]: p for p in runs["owner"]["partitions"]}
    assert {name: p["attempts"] for name, p in partitions.items()} == dict(by_range)

    # Every second of the busiest owner brings far more than its partition can admit: 10,000 / 8.00 = 1,250 a second.
    busiest = max(sent, key=sent.__getitem__)
    assert min(counts[busiest][m] for m in range(MINUTES)) * VOLUME / 60 > 1.3 * BUDGET / CHARGE
    hot = partitions[str(place[busiest])]
    admitted = BUDGET / CHARGE * 60 * MINUTES
    assert hot["attempts"] - hot["throttled"] == admitted
    assert hot["throttled_share"] == pytest.approx(1 - BUDGET / (hot["attempts"] * CHARGE / (60 * MINUTES)), abs=1e-12)
    assert sum(p["throttled"] for name, p in partitions.items() if name != hot["id"]) == 0


def test_only_the_suffix_spreads_the_busiest_function(runs) -> None:
    prints = {name: run["replications"][0]["fingerprint"] for name, run in runs.items()}
    assert prints["hpk"] == prints["owner"]
    worst = {name: max(p["throttled_share"] for p in run["partitions"]) for name, run in runs.items()}
    assert worst["owner-function"] > 0.3
    assert worst["owner-bucket"] == 0
