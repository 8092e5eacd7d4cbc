"""The shell scripts: readable by bash, executable, and sim/bootstrap on systems that are not Debian 12."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ENTRY_POINTS = ["sim/bootstrap", "scenarios/demo", "tests/run", "tests/bare/run", ".ci/run"]


def scripts(files: list[Path]) -> list[Path]:
    """The files whose first line names a shell."""
    shells = (b"#!/usr/bin/env bash", b"#!/bin/bash", b"#!/bin/sh")
    return [f for f in files if f.suffix in ("", ".sh") and f.read_bytes().startswith(shells)]


def test_every_script_is_valid_bash(files: list[Path]) -> None:
    found = scripts(files)
    assert len(found) >= len(ENTRY_POINTS)
    for script in found:
        done = subprocess.run(["bash", "-n", script], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", ENTRY_POINTS)
def test_an_entry_point_can_be_executed(path: str, repository: Path) -> None:
    assert os.access(repository / path, os.X_OK)


@pytest.mark.parametrize("path", ["sim/bootstrap", "tests/run", "tests/bare/run"])
def test_a_script_explains_itself(path: str, repository: Path) -> None:
    done = subprocess.run([repository / path, "--help"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: {path}")
    assert done.stderr == ""


def test_wrong_usage_is_told_apart_from_failure(repository: Path) -> None:
    for command in (["sim/bootstrap", "everything"], ["sim/bootstrap"], ["tests/run", "--label", "nonsense"]):
        done = subprocess.run([repository / command[0], *command[1:]], capture_output=True, text=True, timeout=20)
        assert done.returncode == 2, command
        assert done.stderr != "" and done.stdout == ""


def test_on_a_foreign_system_what_is_missing_is_named_and_nothing_installed(repository: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "os-release"
    foreign.write_text('ID=fedora\nVERSION_ID="40"\n')
    # A system with bash and env alone: no compiler, no cmake.
    for tool in ("bash", "env"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    command = ["/usr/bin/bash", repository / "sim/bootstrap", "--os-release", foreign, "build"]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": str(tmp_path)}, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "not Debian 12, so nothing is installed" in done.stderr
    for missing in ("command:g++   (Debian's g++)", "command:ninja   (Debian's ninja-build)", "header:hdf5.h"):
        assert missing in done.stderr
