"""The frame around all commands: help, versions, exit codes, wrong command lines, and broken outputs."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

EXIT_CODES = {
    0: "done, all objectives met",
    1: "the environment failed: disk, memory, a library",
    2: "the input is wrong: scenario, trace or command line",
    3: "an objective, or a baseline, is not met",
    4: "no throughput meets the objectives",
    130: "stopped by Ctrl-C; what was finished is kept and marked as partial",
}


def commands(overview: str) -> list[str]:
    """The names in the list of commands that `cosmosim --help` prints."""
    block = overview.split("commands:\n", 1)[1].split("\n\n", 1)[0]
    return [line.split()[0] for line in block.splitlines()]


@pytest.fixture
def every_command(cosmosim) -> list[str]:
    names = commands(cosmosim("--help", code=0).stdout)
    assert "help" in names
    return [name for name in names if name != "help"]


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"], ["help", "help"], ["help", "--help"]])
def test_help_lists_commands_and_exit_codes(cosmosim, arguments):
    done = cosmosim(*arguments, code=0)
    assert done.stderr == ""
    assert done.stdout.startswith("usage: cosmosim COMMAND [arguments]\n")
    for code, meaning in EXIT_CODES.items():
        assert f"\n  {code:>3}  {meaning}\n" in done.stdout
    for line in done.stdout.splitlines():
        assert len(line) <= 100 and line == line.rstrip()


def test_every_command_has_a_summary_of_one_line(cosmosim, every_command):
    block = cosmosim("--help", code=0).stdout
    for name in every_command:
        assert re.search(rf"^  {name} +\S.*$", block, re.MULTILINE)


def test_every_command_explains_itself(cosmosim, every_command):
    for name in every_command:
        done = cosmosim(name, "--help", code=0)
        assert done.stderr == ""
        assert done.stdout.startswith(f"usage: cosmosim {name}")
        assert "\noptions:\n" in done.stdout
        assert "\n  -h, --help " in done.stdout
        assert "\nexit codes:\n    0  " in done.stdout
        assert cosmosim("help", name, code=0).stdout == done.stdout
        assert cosmosim(name, "-h", code=0).stdout == done.stdout


def test_every_command_refuses_an_unknown_option(cosmosim, every_command):
    for name in every_command:
        done = cosmosim(name, "--no-such-option", code=2)
        assert done.stdout == ""
        assert done.stderr.startswith("command line: error: `--no-such-option`: unknown option\n")


def test_version_is_a_name_and_three_numbers(cosmosim):
    done = cosmosim("--version", code=0)
    assert re.fullmatch(r"cosmosim \d+\.\d+\.\d+\n", done.stdout)
    assert done.stderr == ""


def test_no_arguments_is_wrong_input_with_the_usage_on_stderr(cosmosim):
    done = cosmosim(code=2)
    assert done.stdout == ""
    assert done.stderr == cosmosim("--help").stdout


def test_an_unknown_command_is_wrong_input_with_the_nearest_name(cosmosim):
    done = cosmosim("hepl", code=2)
    assert done.stdout == ""
    assert done.stderr == "command line: error: unknown command `hepl`\n    hint: did you mean `help`?\n"
    assert cosmosim("help", "hepl", code=2).stderr == done.stderr


@pytest.mark.parametrize("name", ["compare", "plan", "sweep", "baseline"])
def test_a_command_that_is_not_built_yet_says_so(cosmosim, name):
    done = cosmosim(name, "s.yaml", code=2)
    assert done.stdout == ""
    assert done.stderr == (
        f"command line: error: command `{name}` is not in this version yet\n"
        "    hint: known: run, validate, describe, schema, epk, route, lineage, help\n"
    )


def test_an_unlike_command_shows_the_known_ones(cosmosim):
    done = cosmosim("zzzzzzzz", code=2)
    assert done.stderr.startswith("command line: error: unknown command `zzzzzzzz`\n    hint: known: ")


def test_control_characters_of_a_command_do_not_reach_the_terminal(cosmosim):
    done = cosmosim("\x1b[31mred\n", code=2)
    assert "\x1b" not in done.stderr


def test_a_full_disk_is_an_error_of_the_environment(cosmosim_binary):
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run([cosmosim_binary, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "error: cannot write to standard output: No space left on device\n"


def test_a_reader_that_leaves_ends_the_program_quietly(cosmosim_binary):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run([cosmosim_binary, "--help"], stdout=writer, stderr=subprocess.PIPE, text=True)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_standard_output_is_no_error(cosmosim_binary):
    command = ["sh", "-c", 'exec "$0" --help >&-', str(cosmosim_binary)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_is_written_into_the_working_directory(cosmosim, tmp_path: Path):
    cosmosim("--help", code=0)
    cosmosim("zzz", code=2)
    assert list(tmp_path.iterdir()) == []


class TestRunOptions:
    """Wrong values of the options that all simulating commands share, refused before any file is read."""

    @pytest.fixture(autouse=True)
    def needs_run(self, every_command):
        if "run" not in every_command:
            pytest.skip("this build has no `run` command")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "SCENARIO: missing\n    hint: cosmosim run SCENARIO [options]"),
            (["--seed", "-1"], "--seed: `-1` is not a whole number\n    hint: 0 to 9223372036854775807"),
            (["--seed", "9223372036854775808"],
             "--seed: `9223372036854775808` is out of range\n    hint: 0 to 9223372036854775807"),
            (["--replications", "0"], "--replications: `0` is out of range\n    hint: 1 to 1000000"),
            (["--replications", "1000001"], "--replications: `1000001` is out of range\n    hint: 1 to 1000000"),
            (["--threads", "0"], "--threads: `0` is out of range\n    hint: 1 to 1024"),
            (["--threads", "two"], "--threads: `two` is not a whole number\n    hint: 1 to 1024"),
            (["--format", "xml"], "--format: `xml` is not known\n    hint: known: text, json"),
            (["--progress", "bra"], "--progress: `bra` is not known\n    hint: did you mean `bar`?"),
            (["--set", "clock"],
             "--set: `clock` is not PATH=VALUE\n    hint: for example --set experiment.replications=10"),
            (["--seed", "1", "--seed", "2"], "--seed: given twice"),
            (["--output"], "--output: needs a value\n    hint: --output FILE"),
            (["--quiet=1"], "--quiet: takes no value\n    hint: --quiet"),
            (["--replicatoins", "3"], "`--replicatoins`: unknown option\n    hint: did you mean `--replications`?"),
        ],
    )
    def test_a_wrong_value_is_named_with_what_would_be_right(self, cosmosim, arguments, message):
        scenario = [] if not arguments else ["no-such-file.yaml"]
        done = cosmosim("run", *scenario, *arguments, code=2)
        assert done.stdout == ""
        assert done.stderr == f"command line: error: {message}\n"

    def test_all_wrong_values_are_shown_at_once(self, cosmosim):
        done = cosmosim("run", "a.yaml", "--seed", "x", "--threads", "0", "--quick", code=2)
        assert done.stderr.count("command line: error: ") == 3
