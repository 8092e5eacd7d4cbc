"""What a build makes of the shipped scenarios at a short horizon, and how that is kept in digests.json.

A fingerprint covers every counted number of a replication. The totals beside it say in what direction a changed
fingerprint went.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Callable

HERE = Path(__file__).resolve().parent
SCENARIOS = HERE.parent.parent / "scenarios"
DIGESTS = HERE / "digests.json"

# Scenario -> fields set for the golden run: short enough for a debug build, and on shipped files only.
SHORT_RUNS: dict[str, list[str]] = {
    "burst-every-hour": ["clock.duration=2min", "streams.report.start=10s", "model.burst_at_start=20 %"],
    "cachelib-kv": [
        "clock.duration=5s",
        "streams.load.rate=2000 /s",
        "populations.keys.count=10000",
        "populations.keys.popularity.table.file=cachelib-sample.pop.json",
        "items.entry.size.table.file=cachelib-sample.sizes.json",
    ],
    "functions-day": [
        "clock.duration=20s",
        "streams.log.trace.file=functions-sample.csv",
        "streams.log.trace.volume=80",
    ],
    "growth-two-years": [
        "clock.duration=310d",
        "streams.dashboards.rate=5 /s",
        "streams.favourite.rate=12 /s",
    ],
    "hpk-hot-tenant": [
        "streams.hot.rate=10 /s",
        "containers.orders.stored.order.members.tenants-1=43.4 GB",
        "model.split_duration=30min",
    ],
    "import-and-back": ["streams.everybody.rate=1 /s", "streams.one-customer.rate=2 /s", "output.bin=1h"],
    "llm-arrivals": ["clock.duration=20s", "streams.turns.trace.file=llm-sample.csv"],
    "retries-run-out": ["clock.duration=20s"],
    "saas-orders": ["clock.duration=20s", "clock.warmup=5s", "experiment.replications=2"],
    "time-series-keys": ["clock.duration=20s", "clock.start=2026-01-01T00:00:50Z"],
    "tweets-eight-weeks": [
        "clock.duration=1h",
        "output.bin=1min",
        *(f"streams.{c}.trace.file=tweets-sample.csv" for c in ("aapl", "amzn", "fb", "goog", "ibm", "ko", "pfe")),
    ],
    "twitter-cluster": ["clock.duration=5s", "populations.keys.count=10000"],
    "ycsb-abc": ["clock.duration=10s"],
    "ycsb-d": ["clock.duration=10s"],
    "ycsb-e": ["clock.duration=20s"],
    "ycsb-f": ["clock.duration=10s"],
}

TOTALS = ("operations", "attempts", "throttled", "succeeded", "failed")

Golden = dict[str, Any]
Call = Callable[[list[str]], str]  # arguments -> standard output


# Scenarios some of whose requests follow from answers: `events` alone can run them.
STAGED = {"ycsb-f"}
# Scenarios in which one second stands for others: what comes out is that of the executor `rates` alone.
BY_RATES = {"growth-two-years"}


def scenario_names() -> list[str]:
    return sorted(path.stem for path in SCENARIOS.glob("*.yaml"))


def arguments(scenario: str, result: Path, extra: list[str] | None = None) -> list[str]:
    """The command line of a golden run, without the program."""
    sets = [word for field in SHORT_RUNS[scenario] for word in ("--set", field)]
    return [
        *("run", str(SCENARIOS / f"{scenario}.yaml"), "--variant", "all", *sets),
        *("--format", "json", "--quiet", "-o", str(result), *(extra or [])),
    ]


def condensed(report: Any) -> Golden:
    """Variant -> fingerprints by replication, and totals by stream, of a report of `cosmosim run --format json`."""
    return {
        run["variant"]: {
            "fingerprints": {str(r["replication"]): r["fingerprint"] for r in run["replications"]},
            "streams": {name: {key: stream[key] for key in TOTALS} for name, stream in run["streams"].items()},
        }
        for run in report["runs"]
    }


def golden_of(scenario: str, call: Call, directory: Path, extra: list[str] | None = None) -> Golden:
    """Runs a scenario with `call` and condenses what it reports."""
    return condensed(json.loads(call(arguments(scenario, directory / f"{scenario}.h5", extra))))


def call_of(binary: Path) -> Call:
    """Calls a program that may end with 0, or with 3: an objective that is not met is no failure here."""

    def call(words: list[str]) -> str:
        done = subprocess.run([binary, *words], capture_output=True, text=True, timeout=600)
        if done.returncode not in (0, 3):
            raise RuntimeError(f"{binary} {' '.join(words)}\nended with {done.returncode}:\n{done.stderr}")
        return done.stdout

    return call


def approved() -> dict[str, Golden]:
    return json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}


def as_text(goldens: dict[str, Golden]) -> str:
    """The one way that digests.json is written: sorted, a line a stream."""
    lines = []
    for scenario in sorted(goldens):
        variants = []
        for variant in sorted(goldens[scenario]):
            golden = goldens[scenario][variant]
            streams = [f"        {json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(golden["streams"].items())]
            prints = json.dumps(golden["fingerprints"], sort_keys=True)
            body = f'      "fingerprints": {prints},\n      "streams": {{\n' + ",\n".join(streams) + "\n      }"
            variants.append(f"    {json.dumps(variant)}: {{\n{body}\n    }}")
        lines.append(f"  {json.dumps(scenario)}: {{\n" + ",\n".join(variants) + "\n  }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def differences(old: dict[str, Golden], new: dict[str, Golden]) -> list[str]:
    """One line for each value that is not the same, sorted: `saas-orders.hpk.fingerprints.0: a -> b`."""
    before, after = flat(old), flat(new)
    return [
        f"{path}: {before.get(path, 'absent')} -> {after.get(path, 'absent')}"
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    ]


def flat(tree: Any, path: str = "") -> dict[str, Any]:
    if not isinstance(tree, dict):
        return {path: tree}
    found: dict[str, Any] = {}
    for key, value in tree.items():
        found.update(flat(value, f"{path}.{key}" if path else key))
    return found
