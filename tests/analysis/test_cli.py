"""analysis/plot as a user calls it: pictures, defaults, messages, exit codes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def plot(repository: Path, tmp_path: Path):
    def call(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [repository / "analysis/plot", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)

    return call


def test_the_picture_lies_beside_the_result_unless_told_otherwise(plot, result: Path, tmp_path: Path) -> None:
    done = plot("designs.h5")
    assert (done.returncode, done.stdout, done.stderr) == (0, "designs.png\n", "")
    assert (tmp_path / "designs.png").read_bytes().startswith(PNG)
    done = plot(result, "--variant", "hpk", "--quiet", "-o", "hpk.png")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "hpk.png").read_bytes().startswith(PNG)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["designs.h5", "designs.png", "hpk.png"]


def test_equal_results_give_equal_pictures(plot, result: Path, tmp_path: Path) -> None:
    for name in ("one.png", "two.png"):
        assert plot(result, "-o", name).returncode == 0
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_wrong_input_ends_with_2_and_a_hint(plot, result: Path, tmp_path: Path) -> None:
    for arguments, words in (
        (["none.h5"], "error: none.h5: no such file"),
        ([result, "--variant", "tenent"], "hint: did you mean `tenant`?"),
        ([result, "--replication", "1"], "`hpk` has no replication 1"),
        ([result, "-o", "picture.pdf"], "picture.pdf: pictures are PNG"),
        ([], "usage: analysis/plot"),
    ):
        done = plot(*arguments)
        assert done.returncode == 2, arguments
        assert words in done.stderr and done.stdout == ""
        assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["designs.h5"]


def test_a_picture_that_cannot_be_written_ends_with_1(plot, result: Path) -> None:
    done = plot(result, "-o", "missing/picture.png")
    assert done.returncode == 1
    assert done.stderr == "error: write missing/picture.png: No such file or directory\n"


def test_help_explains_options_and_exit_codes(plot) -> None:
    done = plot("--help")
    assert done.returncode == 0
    for words in ("--variant NAME", "--replication N", "-o FILE.png", "--quiet", "exit codes", "examples"):
        assert words in done.stdout


def test_it_runs_from_any_folder_and_through_a_link(repository: Path, result: Path, tmp_path: Path) -> None:
    link = tmp_path / "draw"
    link.symlink_to(repository / "analysis/plot")
    done = subprocess.run([link, result, "-o", "linked.png"], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert (done.returncode, done.stdout) == (0, "linked.png\n")
