"""YCSB A to F as open-loop scenarios: mixes, charges and popularity of the benchmark's own files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

READ, REPLACE, INSERT = 1.04, 2 * 6.29 + 2 * 0.19, 6.29 + 0.19 * 16


def run(cosmosim, repository: Path, name: str, *sets: str) -> dict[str, Any]:
    """Variant -> run of a shipped scenario over 40 seconds."""
    words = [word for field in ("clock.duration=40s", *sets) for word in ("--set", field)]
    scenario = repository / f"scenarios/{name}.yaml"
    report = cosmosim("run", scenario, "--variant", "all", *words, "--quiet", "--format", "json", code=0).json
    return {run["variant"]: run for run in report["runs"]}


def share(streams: dict[str, Any], name: str) -> float:
    return streams[name]["operations"] / sum(stream["operations"] for stream in streams.values())


@pytest.mark.parametrize(("variant", "reads"), [("a", 0.5), ("b", 0.95), ("c", 1.0)])
def test_abc_mix_reads_and_updates(cosmosim, repository, variant, reads):
    streams = run(cosmosim, repository, "ycsb-abc")[variant]["streams"]
    # 200,000 operations: the deviation of a share of one half is 0.11 %; five of them.
    assert share(streams, "load.read") == pytest.approx(reads, abs=0.0056)
    assert set(streams) == {"load.read"} | ({"load.update"} if reads < 1.0 else set())
    total = sum(stream["operations"] for stream in streams.values())
    assert total == pytest.approx(200_000, abs=5 * 447)


def test_abc_charges_are_those_of_the_table(cosmosim, repository):
    """Nothing is refused at a hundred times less load, so an operation is one charge, exactly."""
    streams = run(cosmosim, repository, "ycsb-abc", "streams.load.rate=50 /s")["a"]["streams"]
    for name, charge in (("load.read", READ), ("load.update", REPLACE)):
        assert streams[name]["throttled"] == 0
        assert streams[name]["ru_per_operation"] == pytest.approx(charge, rel=1e-9)


def test_d_reads_the_newest_and_inserts(cosmosim, repository):
    run_d = run(cosmosim, repository, "ycsb-d")["base"]
    streams = run_d["streams"]
    assert share(streams, "load.read") == pytest.approx(0.95, abs=5 * 0.00049)
    assert streams["load.insert"]["ru_per_operation"] == pytest.approx(INSERT, rel=1e-9)
    assert sum(stream["throttled"] for stream in streams.values()) == 0


def test_e_asks_every_partition_for_a_range(cosmosim, repository):
    streams = run(cosmosim, repository, "ycsb-e")["base"]["streams"]
    assert share(streams, "load.scan") == pytest.approx(0.95, abs=5 * 0.00154)
    assert streams["load.scan"]["attempts"] == 10 * streams["load.scan"]["operations"]
    assert streams["load.insert"]["attempts"] == streams["load.insert"]["operations"]


def test_f_reads_a_record_and_writes_it_back(cosmosim, repository):
    streams = run(cosmosim, repository, "ycsb-f", "streams.load.rate=50 /s")["base"]["streams"]
    pair, read, write = (streams["load.read-modify-write" + part] for part in ("", ".0", ".1"))
    # 2,000 operations: the deviation of a share of one half is 1.12 %; five of them.
    operations = pair["operations"] + streams["load.read"]["operations"]
    assert pair["operations"] / operations == pytest.approx(0.5, abs=0.056)
    assert streams["load.read"]["ru_per_operation"] == pytest.approx(READ, rel=1e-9)
    assert read["operations"] == pair["operations"]
    assert write["operations"] == read["succeeded"]
    assert pair["ru_per_operation"] == pytest.approx(READ + REPLACE, rel=0.005), "a few are under way at the end"
    mean_of = {name: streams[name]["metrics"]["latency_p50_ms"]["mean"] for name in streams}
    # A read's 4 ms and a write's 5 ms at the median, both with a round trip of 1 ms; a sum's median lies near theirs.
    assert mean_of["load.read-modify-write"] == pytest.approx(
        mean_of["load.read-modify-write.0"] + mean_of["load.read-modify-write.1"], rel=0.06)


def test_f_is_run_request_by_request(cosmosim, repository):
    report = cosmosim("run", repository / "scenarios/ycsb-f.yaml", "--set", "clock.duration=2s", "--quiet", "--format",
                      "json", code=0).json
    assert report["executor"] == "events"
