"""`cosmosim epk`: keys to the bit, one line out for each line in, and errors that say where."""

from __future__ import annotations

import json
import resource
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

REDMOND_V1 = "05C1EFE313830C087366656E706F6500"
REDMOND_V2 = "22E342F38A486A088463DFF7838A5963"
ARRAY_HINT = '    hint: write one array, such as ["contoso", 2026]\n'
SCALAR_HINT = "    hint: an array holds texts, numbers, true, false, null and {} (undefined)\n"


def written(value: Any) -> Any:
    """A value of a vector file as it is written in a key array."""
    if not isinstance(value, dict):
        return value
    return bytes.fromhex(value["utf16"]).decode("utf-16-be") if "utf16" in value else {}


@pytest.mark.parametrize("file, rows", [("epk_vectors.json", 579), ("epk_sdk_disagreements.json", 15)])
def test_every_published_vector_is_met_line_by_line(cosmosim, repository: Path, file: str, rows: int) -> None:
    batches = defaultdict(list)
    for row in json.loads((repository / "tests/data" / file).read_text(encoding="utf-8")):
        batches[row["kind"], str(row["version"])].append(row)
    assert sum(len(batch) for batch in batches.values()) == rows
    for (kind, version), batch in batches.items():
        lines = [json.dumps([written(value) for value in row["values"]], ensure_ascii=False) for row in batch]
        outcome = cosmosim("epk", "--kind", kind, "--version", version, "-", stdin="\n".join(lines) + "\n", code=0)
        assert outcome.stdout.splitlines() == [row["epk"] for row in batch]


def test_one_key_is_one_line(cosmosim) -> None:
    assert cosmosim("epk", '["redmond"]', code=0).stdout == REDMOND_V2 + "\n"
    assert cosmosim("epk", "--version", "1", '["redmond"]', code=0).stdout == REDMOND_V1 + "\n"
    assert cosmosim("epk", "--kind", "Hash", "--version=2", '["redmond"]', code=0).stdout == REDMOND_V2 + "\n"


def test_json_format_is_one_object_a_line(cosmosim) -> None:
    outcome = cosmosim("epk", "--format", "json", "-", stdin='["redmond"]\n[]\n', code=0)
    assert outcome.json_lines == [{"epk": REDMOND_V2}, {"epk": ""}]


def test_hierarchical_key_is_a_block_for_each_level(cosmosim) -> None:
    levels = ['"contoso"', "2026", "{}"]
    blocks = [cosmosim("epk", f"[{level}]", code=0).stdout.strip() for level in levels]
    for n in (1, 2, 3):
        outcome = cosmosim("epk", "--kind", "MultiHash", f"[{','.join(levels[:n])}]", code=0)
        assert outcome.stdout == "".join(blocks[:n]) + "\n"


def test_negative_zero_keeps_its_sign_only_as_a_fraction(cosmosim) -> None:
    zero, integer, fraction = cosmosim("epk", "-", stdin="[0]\n[-0]\n[-0.0]\n", code=0).stdout.splitlines()
    assert integer == zero
    assert fraction != zero


def test_escapes_and_plain_characters_are_one_key(cosmosim) -> None:
    outcome = cosmosim("epk", "-", stdin='["\u4e16\U0001f600"]\n["\\u4e16\\ud83d\\ude00"]\n', code=0)
    plain, escaped = outcome.stdout.splitlines()
    assert plain == escaped


def test_line_ends_and_byte_order_mark_do_not_matter(cosmosim) -> None:
    lines = b'\xef\xbb\xbf["redmond"]\r\n ["redmond"] \n["redmond"]'
    assert cosmosim("epk", "-", stdin=lines, code=0).stdout == f"{REDMOND_V2}\n" * 3


def test_no_line_in_is_no_line_out(cosmosim) -> None:
    outcome = cosmosim("epk", "-", stdin="", code=0)
    assert (outcome.stdout, outcome.stderr) == ("", "")


@pytest.mark.parametrize(
    "line, error",
    [
        ("", "1: error: is empty\n" + ARRAY_HINT),
        ('"redmond"', "1: error: is not a JSON array\n" + ARRAY_HINT),
        ('{"id": 1}', "1: error: is not a JSON array\n" + ARRAY_HINT),
        ('["a", ["b"]]', "7: error: an array inside the array\n" + SCALAR_HINT),
        ('["a", {"b": 1}]', "7: error: an object that is not {}\n" + SCALAR_HINT),
        ("[nul]", "2: error: `nul` is not a JSON value\n" + SCALAR_HINT),
        ("[1", "3: error: ends before the closing `]`\n"),
        ("[1] [2]", "5: error: text behind the closing `]`\n    hint: one array alone\n"),
        ("[1e400]", "2: error: `1e400` is beyond the range of a double\n    hint: at most 1.7976931348623157e308\n"),
        (
            r'["\ud800"]',
            "3: error: `\\ud800` is half of a surrogate pair\n    hint: no UTF-8 text can hold it\n",
        ),
        (b'["\xff"]', "3: error: a byte that is not UTF-8 text\n"),
        (b'["a\0"]', "4: error: a control character inside a text\n    hint: write it as \\u0000\n"),
        (
            '["' + "x" * 2049 + '"]',
            "2: error: a text of 2049 bytes\n    hint: the value of a partition key has at most 2048 bytes\n",
        ),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_written(cosmosim, line: str | bytes, error: str) -> None:
    wrong = line if isinstance(line, bytes) else line.encode()
    outcome = cosmosim("epk", "-", stdin=b'["good"]\n["good"]\n' + wrong + b'\n["good"]\n', code=2)
    assert outcome.stdout == ""
    assert outcome.stderr == "<stdin>:3:" + error


def test_an_error_on_the_command_line_names_the_column(cosmosim) -> None:
    outcome = cosmosim("epk", '["caf\u00e9", x]', code=2)
    assert (outcome.stdout, outcome.stderr) == ("", "VALUES:1:10: error: `x` is not a JSON value\n" + SCALAR_HINT)


def test_the_first_twenty_wrong_lines_are_all_named(cosmosim) -> None:
    outcome = cosmosim("epk", "-", stdin="[1]\n[\n" * 30, code=2)
    assert outcome.stdout == ""
    assert outcome.stderr == "".join(f"<stdin>:{2 * i}:2: error: ends before the closing `]`\n" for i in range(1, 21))


def test_limits_of_the_definition_are_kept(cosmosim) -> None:
    outcome = cosmosim("epk", "--kind", "MultiHash", "[1, 2, 3, 4]", code=2)
    assert outcome.stderr == "VALUES:1:11: error: 4 values\n    hint: a hierarchical key has at most 3 levels\n"
    outcome = cosmosim("epk", "--kind", "MultiHash", "--version", "1", "[1]", code=2)
    assert outcome.stderr == "command line: error: --version: MultiHash has no version 1\n    hint: --version 2\n"
    assert cosmosim("epk", "--version", "3", "[1]", code=2).stdout == ""
    assert cosmosim("epk", "--kind", "Range", "[1]", code=2).stdout == ""
    assert "VALUES" in cosmosim("epk", code=2).stderr


def test_a_text_of_the_longest_length_passes(cosmosim) -> None:
    outcome = cosmosim("epk", '["' + "x" * 2048 + '"]', code=0)
    assert (len(outcome.stdout), outcome.stderr) == (33, "")


def test_version_1_points_out_texts_that_it_hashes_only_in_part(cosmosim) -> None:
    lines = [json.dumps(["k" * length]) for length in (101, 102, 150)]
    outcome = cosmosim("epk", "--version", "1", "-", stdin="\n".join(lines), code=0)
    assert len(set(outcome.stdout.splitlines())) == 1
    assert outcome.stderr == (
        "<stdin>:2: note: the first of 2 texts of more than 101 bytes, the documented limit of a value under Hash "
        "version 1; only the first 100 UTF-16 units are hashed\n"
    )


def test_a_line_without_end_is_refused(cosmosim) -> None:
    outcome = cosmosim("epk", "-", stdin="[1]\n[" + " " * (1 << 20) + "]\n", code=2)
    assert (outcome.stdout, outcome.stderr) == ("", "<stdin>:2: error: a line of more than 1048576 bytes\n")


def test_unreadable_input_and_full_output_fail_as_the_environment(cosmosim_binary: Path, tmp_path: Path) -> None:
    directory = subprocess.run(
        ["sh", "-c", '"$0" epk - < .', cosmosim_binary], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (directory.returncode, directory.stdout) == (1, "")
    assert "cannot read <stdin>" in directory.stderr
    full = subprocess.run(
        ["sh", "-c", '"$0" epk "[1]" > /dev/full', cosmosim_binary], capture_output=True, text=True, timeout=60
    )
    assert full.returncode == 1
    assert "standard output" in full.stderr


def test_a_million_keys_take_seconds(cosmosim) -> None:
    lines = "".join(f'["tenant-{i}"]\n' for i in range(1_000_000))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    outcome = cosmosim("epk", "-", stdin=lines, code=0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime) < 10
    assert len(set(outcome.stdout.splitlines())) == 1_000_000


def test_results_beyond_64_mib_are_written_before_the_input_ends(cosmosim) -> None:
    """700,000 keys of 97 bytes pass 64 MiB; the error in the last line comes too late to hold them back."""
    lines = b"[1,2,3]\n" * 700_000 + b"["
    outcome = cosmosim("epk", "--kind", "MultiHash", "-", stdin=lines, code=2)
    assert outcome.stderr == "<stdin>:700001:2: error: ends before the closing `]`\n"
    assert 64 << 20 <= len(outcome.stdout) <= 97 * 700_000


def test_help_says_what_the_command_does(cosmosim) -> None:
    outcome = cosmosim("epk", "--help", code=0)
    for word in ("VALUES", "--kind Hash|MultiHash", "--version 1|2", "--format text|json", "undefined", "64 MiB"):
        assert word in outcome.stdout
