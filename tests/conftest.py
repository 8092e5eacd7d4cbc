"""Fixtures that every pytest folder shares: the binary under test, the repository, the public data."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Outcome:
    """What one call of the program left behind."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON document."""
        return json.loads(self.stdout)

    @property
    def json_lines(self) -> list[Any]:
        """Standard output as one JSON document a line."""
        return [json.loads(line) for line in self.stdout.splitlines()]


class Program:
    """Calls one cosmosim binary: `cosmosim("run", "a.yaml", code=0)`."""

    def __init__(self, path: Path, directory: Path) -> None:
        self.path = path
        self.directory = directory

    def __call__(
        self,
        *arguments: str | os.PathLike[str],
        stdin: str | bytes = "",
        cwd: Path | None = None,
        env: dict[str, str] | None = None,
        timeout: float = 120.0,
        code: int | None = None,
    ) -> Outcome:
        """Runs to the end in `cwd` (default: the test's own temporary folder); `env` is added to the environment.

        With `code`, any other exit code fails the test and shows what the program said.
        """
        done = subprocess.run(
            [self.path, *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=cwd or self.directory,
            env={**os.environ, **(env or {})},
            timeout=timeout,
        )
        outcome = Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
        if code is not None:
            assert outcome.code == code, f"exit code {outcome.code}, not {code}\n{outcome.stdout}\n{outcome.stderr}"
        return outcome


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def cosmosim_binary() -> Path:
    """$COSMOSIM_BINARY, else the release build. There is always one: a test of a binary cannot skip for want of it."""
    path = Path(os.environ.get("COSMOSIM_BINARY") or REPOSITORY / "build/release/bin/cosmosim").absolute()
    if not os.access(path, os.X_OK):
        pytest.fail(f"no program at {path}: build it (tests/run does) or set COSMOSIM_BINARY")
    return path


@pytest.fixture
def cosmosim(cosmosim_binary: Path, tmp_path: Path) -> Program:
    return Program(cosmosim_binary, tmp_path)


@pytest.fixture
def cosmosim_builds(tmp_path: Path) -> dict[str, Program]:
    """Every build named in $COSMOSIM_BINARIES (paths joined by `:`), by the name of its build folder."""
    paths = [Path(p).absolute() for p in os.environ.get("COSMOSIM_BINARIES", "").split(os.pathsep) if p]
    if len(paths) < 2:
        pytest.skip("needs two builds or more in COSMOSIM_BINARIES; tests/run --all makes them")
    return {path.parent.parent.name: Program(path, tmp_path) for path in paths}


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The public data sets: $COSMOSIM_DATA, else ../shared/data beside the repository."""
    path = Path(os.environ.get("COSMOSIM_DATA") or REPOSITORY.parent / "shared/data").absolute()
    if not path.is_dir():
        pytest.skip(f"no public data at {path}: set COSMOSIM_DATA")
    return path
