"""The settled executor counts what the events executor counts, on scenarios drawn from the whole open-loop grammar."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import open_loop
from hypothesis import HealthCheck, given, note, settings

EXAMPLES = int(os.environ.get("COSMOSIM_EXAMPLES", "60"))


def counted(binary: Path, folder: Path, executor: str, threads: int) -> Any:
    """Everything that a run reports of what it counted."""
    words = ["run", "s.yaml", "--set", f"experiment.executor={executor}", "--threads", str(threads)]
    done = subprocess.run(
        [binary, *words, "--format", "json", "--quiet", "-o", f"{executor}.h5"],
        cwd=folder, capture_output=True, text=True, timeout=60,
    )
    assert done.returncode in (0, 3), f"exit code {done.returncode}\n{done.stderr}"
    report = json.loads(done.stdout)
    assert report["executor"] == executor
    (run,) = report["runs"]
    return {name: run[name] for name in ("replications", "streams", "partitions", "containers") if name in run}


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,  # the same scenarios every time
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(scenario=open_loop.scenarios())
def test_both_executors_count_the_same(cosmosim_binary: Path, tmp_path: Path, scenario: open_loop.Scenario) -> None:
    text = json.dumps(scenario)
    note(text)
    (tmp_path / "s.yaml").write_text(text)
    events = counted(cosmosim_binary, tmp_path, "events", 1)
    assert counted(cosmosim_binary, tmp_path, "settled", 1) == events
    assert counted(cosmosim_binary, tmp_path, "settled", 2) == events
