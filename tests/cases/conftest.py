"""How a case is run: its scenario file stands beside the checks, its result file goes to the test's own folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Report:
    """What `run --format json` says of one file."""

    code: int
    document: dict[str, Any]

    @property
    def runs(self) -> dict[str, dict[str, Any]]:
        """Variant -> its figures."""
        return {run["variant"]: run for run in self.document["runs"]}

    @property
    def fingerprints(self) -> dict[str, list[str]]:
        """Variant -> digest of each replication."""
        return {name: [r["fingerprint"] for r in run["replications"]] for name, run in self.runs.items()}


@pytest.fixture
def run_case(cosmosim, tmp_path: Path) -> Callable[..., Report]:
    """`run_case("pc01", "--variant", "all")`: runs pc01.yaml; the result file is `tmp_path / output`."""

    def run(case: str, *options: str, code: int = 0, output: str = "result.h5") -> Report:
        file = CASES / f"{case}.yaml"
        outcome = cosmosim("run", file, "--format", "json", "--quiet", "-o", tmp_path / output, *options, code=code)
        assert outcome.stderr == ""
        return Report(outcome.code, outcome.json)

    return run
