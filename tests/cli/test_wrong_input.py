"""Wrong scenarios and traces through the program: exit code 2, what is said word for word, and nothing left behind."""

from __future__ import annotations

import gzip
import os
import re
import resource
import subprocess
import threading
from pathlib import Path

import pytest

SCENARIO = """\
name: t
clock: {duration: 5 s}
items: {order: {size: 1 KiB, properties: {tenantId: given}}}
streams:
  writes:
    operation: create
    trace: {file: trace.csv, wide: {first: "0", interval: 1 s}, properties: {tenantId: tenant}}
containers:
  orders: {partition_key: /tenantId, throughput: {manual: 1000 RU/s}}
"""
TRACE = "tenant,0,1\nA,5,5\nB,5,5\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "s.yaml").write_text(SCENARIO)
    (tmp_path / "trace.csv").write_text(TRACE)
    return tmp_path


def refused(cosmosim, folder: Path, *arguments: str, stdin: str | bytes = "") -> str:
    """What `run` says; the folder holds no more than before."""
    before = sorted(folder.iterdir())
    done = cosmosim("run", *(arguments or ["s.yaml"]), stdin=stdin, code=2, env={"COSMOSIM_DATA": ""})
    assert done.stdout == ""
    assert sorted(folder.iterdir()) == before
    return done.stderr


def test_the_scenario_of_these_tests_runs(cosmosim, folder):
    cosmosim("run", "s.yaml", "--quiet", code=0)
    assert (folder / "t.h5").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("operation: create", "operation: create\n    rat: 5 /s",
         "s.yaml:7:5: error: streams.writes.rat: unknown field\n    hint: did you mean `rate`?\n"),
        ("name: t\n", "name: t\nname: u\n", "s.yaml:2:1: error: name: given twice\n    hint: first on line 1\n"),
        ("duration: 5 s", "start: 2026-01-01T00:00:00Z",
         "s.yaml:2:8: error: clock.duration: missing\n"
         "    hint: how long the run lasts, whole seconds; for example: 250 ms, 30 min, 1 h 30 min\n"),
        ("duration: 5 s", "duration: [5 s]",
         "s.yaml:2:19: error: clock.duration: is a list, expected a duration\n"),
        ("duration: 5 s", "duration: 0 s",
         "s.yaml:2:19: error: clock.duration: `0 s` is out of range\n    hint: 1 s to 3660 d\n"),
        ("duration: 5 s", "duration: 5",
         "s.yaml:2:19: error: clock.duration: `5` is not a duration\n"
         "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min\n"),
        ("operation: create", "operation: create\n    container: order",
         "s.yaml:7:16: error: streams.writes.container: no container `order`\n    hint: did you mean `orders`?\n"),
        ("{manual: 1000 RU/s}", "serverless",
         "s.yaml:9:50: error: containers.orders.throughput: `serverless` is in the grammar, but this version does not "
         "support it yet\n"),
        ("/tenantId", "&k /tenantId",
         "s.yaml:9:27: error: containers.orders.partition_key: YAML anchors are not allowed\n"
         "    hint: write the value out\n"),
        ("trace.csv", "trace.cvs",
         "s.yaml:7:19: error: streams.writes.trace.file: `trace.cvs` is not found\n"
         "    hint: looked for at trace.cvs; $COSMOSIM_DATA is not set\n"),
    ],
)
def test_a_wrong_scenario_is_refused_with_its_line(cosmosim, folder, old, new, said):
    (folder / "s.yaml").write_text(SCENARIO.replace(old, new, 1))
    assert refused(cosmosim, folder) == said


def test_all_errors_come_at_once_in_the_files_order(cosmosim, folder):
    text = SCENARIO.replace("duration: 5 s", "duration: 5").replace("1 KiB", "1").replace("1000 RU/s", "1000")
    (folder / "s.yaml").write_text(text)
    errors = [line for line in refused(cosmosim, folder).splitlines() if "error: " in line]
    assert [error.split(": ")[2] for error in errors] == [
        "clock.duration", "items.order.size", "containers.orders.throughput.manual",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "s.yaml: error: is empty\n"),
        (b"name: t\0\n", "s.yaml: error: is a binary file, not YAML\n"),
        (b"name: \xff\n", "s.yaml:1:7: error: is not UTF-8\n    hint: save it as UTF-8\n"),
        (b"a: " + b"[" * 100 + b"]" * 100 + b"\n", ": is nested more than 64 levels deep\n"),
        (b"name: t # " + b"x" * 5_000_000, "s.yaml: error: is larger than 4 MiB\n"),
    ],
    ids=["empty", "binary", "not UTF-8", "deep", "large"],
)
def test_what_is_no_scenario_at_all_is_refused(cosmosim, folder, content, said):
    (folder / "s.yaml").write_bytes(content)
    assert said in refused(cosmosim, folder)


MOST_BYTES = 700 * 1_000_000  # of address space: what says no must not need more


def quickly(binary: Path, folder: Path, *arguments: str, stdin: str = "/dev/null") -> tuple[int, str, str]:
    """Exit code and what is said, with little memory and in little time; the folder holds no more than before."""
    before = sorted(folder.iterdir())
    with Path(stdin).open("rb") as source:
        done = subprocess.run(
            [binary, *arguments], cwd=folder, stdin=source, capture_output=True, text=True, timeout=60,
            env={"COSMOSIM_DATA": ""}, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES,) * 2),
        )
    assert sorted(folder.iterdir()) == before
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[" * 4_000_000, "s.yaml: error: has more than 400000 brackets and commas\n"
                           "    hint: large tables belong in CSV files\n"),
        (b"[" + b"[]," * 1_300_000, "s.yaml: error: has more than 400000 brackets and commas\n"
                                    "    hint: large tables belong in CSV files\n"),
        (b"a: &a [x, x]\n" + b"".join(b"a%d: &a%d [*a, *a]\n" % (i, i) for i in range(40)),
         "s.yaml:1:4: error: a: YAML anchors are not allowed\n    hint: write the value out\n"),
        ("name: t\n".encode("utf-16"), "s.yaml: error: is a binary file, not YAML\n"),
        (gzip.compress(SCENARIO.encode()), "s.yaml: error: is a binary file, not YAML\n"),
        (b"name: " + b"x" * 4_000_000 + SCENARIO.encode()[7:],
         "s.yaml:1:7: error: name: has 4000000 bytes\n    hint: at most 200; the rest belongs in `description`\n"),
        (b"clock: {duration: " + b"9" * 3_000_000 + b" s}\n"
         + SCENARIO.encode().replace(b"clock: {duration: 5 s}", b""),
         "s.yaml:1:19: error: clock.duration: `999999999999999999999999999999999999999999999999999999999999…` is not a "
         "duration\n    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min\n"),
    ],
    ids=["brackets", "small lists", "aliases", "UTF-16", "gzip", "name", "digits"],
)
def test_what_would_fill_the_memory_is_refused_before_it_does(cosmosim_binary, folder, content, said):
    (folder / "s.yaml").write_bytes(content)
    code, out, err = quickly(cosmosim_binary, folder, "run", "s.yaml")
    assert (code, out) == (2, "")
    assert err.startswith(said), err[:500]


def test_an_endless_scenario_is_refused(cosmosim_binary, folder):
    hint = "is larger than 4 MiB\n    hint: large tables belong in CSV files\n"
    assert quickly(cosmosim_binary, folder, "run", "/dev/zero") == (2, "", f"/dev/zero: error: {hint}")
    assert quickly(cosmosim_binary, folder, "run", "-", stdin="/dev/zero") == (2, "", f"<stdin>: error: {hint}")


def test_line_ends_and_a_byte_order_mark_make_no_difference(cosmosim, folder):
    told = [cosmosim("run", "s.yaml", "--quiet", "--format", "json", code=0).json]
    (folder / "s.yaml").write_bytes(b"\xef\xbb\xbf" + SCENARIO.replace("\n", "\r\n").encode())
    (folder / "trace.csv").write_bytes(b"\xef\xbb\xbf" + TRACE.replace("\n", "\r\n").encode())
    told.append(cosmosim("run", "s.yaml", "--quiet", "--format", "json", code=0).json)
    assert [t["runs"][0]["streams"] for t in told] == [told[0]["runs"][0]["streams"]] * 2


def test_a_scenario_may_come_through_a_pipe(cosmosim, folder):
    """It is read once: a pipe has no more to give the second time."""
    os.mkfifo(folder / "pipe")
    writer = threading.Thread(target=(folder / "pipe").write_text, args=[SCENARIO])
    writer.start()
    cosmosim("run", "pipe", "--quiet", "-o", "r.h5", code=0, timeout=30)
    writer.join()
    assert (folder / "r.h5").exists()


def test_a_scenario_is_named_once(cosmosim, folder):
    assert refused(cosmosim, folder, "s.yaml", "s.yaml") == (
        "command line: error: `s.yaml`: unexpected argument\n    hint: cosmosim run SCENARIO [options]\n"
    )


@pytest.mark.parametrize("output", ["s.yaml", "./trace.csv", "link.h5"])
def test_a_result_does_not_replace_what_the_scenario_is_read_from(cosmosim, folder, output):
    os.link(folder / "trace.csv", folder / "link.h5")
    assert refused(cosmosim, folder, "s.yaml", "-o", output) == (
        f"--output: error: `{output}` is a file that the scenario is read from\n    hint: name another one\n"
    )
    assert ((folder / "s.yaml").read_text(), (folder / "trace.csv").read_text()) == (SCENARIO, TRACE)


def test_a_result_has_a_name_that_a_folder_can_hold(cosmosim, folder):
    said = refused(cosmosim, folder, "s.yaml", "-o", "x" * 300 + ".h5")
    assert said.endswith("` cannot be written: File name too long\n    hint: name another one\n")
    assert refused(cosmosim, folder, "s.yaml", "-o", "/dev/full") == (
        "--output: error: `/dev/full` is not a regular file\n    hint: name another one\n"
    )


def test_a_directory_and_a_missing_file_are_refused(cosmosim, folder):
    (folder / "d").mkdir()
    assert refused(cosmosim, folder, "d") == "d: error: is a directory, expected a YAML file\n"
    assert refused(cosmosim, folder, "none.yaml") == "none.yaml: error: there is no such file\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("tenant,0,1\nA,5,5\nB,5,x\n",
         "trace.csv:3:5: error: 1: `x` is not a count\n    hint: digits only: 0, 17, 250000\n"),
        ("tenant,0,1\nA,5\n",
         "trace.csv:2:4: error: the record has 2 fields, expected 3\n    hint: as many as the first line has\n"),
        ("tenants,0,1\nA,5,5\n", "trace.csv:1: error: has no column `tenant`\n    hint: did you mean `tenants`?\n"),
        ("", "trace.csv:1:1: error: the file is empty, expected a line of column names\n"),
    ],
)
def test_a_wrong_trace_is_refused_with_its_line(cosmosim, folder, content, said):
    (folder / "trace.csv").write_text(content)
    assert refused(cosmosim, folder) == said


LONG_RECORD = "error: the record is longer than 16 MiB\n    hint: is there a quote that is never closed?\n"


def gzip_bomb(line: bytes, times: int) -> bytes:
    return gzip.compress(b"tenant,0,1\n" + line * times)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda: b"tenant,0,1\n" + b"x" * 50_000_000, f"trace.csv:2: {LONG_RECORD}"),
        (lambda: b"tenant,0,1\n\"A,5,5\n" + b"y\n" * 10_000_000, f"trace.csv:2: {LONG_RECORD}"),
        (lambda: gzip_bomb(b"A", 100_000_000), f"trace.csv:2: {LONG_RECORD}"),
        (lambda: gzip.compress(TRACE.encode() * 1000)[:-20],
         "trace.csv:1: error: the compressed data end too early\n    hint: is the file complete?\n"),
        (lambda: gzip.compress(TRACE.encode()) + b"junk",
         "trace.csv:1: error: something that is not gzip stands behind the compressed data\n"
         "    hint: compress the file anew\n"),
        (lambda: b"tenant,0,1\nA\0,5,5\n", "trace.csv:2:2: error: holds a NUL byte: this is not a text file\n"),
        (lambda: b"tenant,0,1\n\xff,5,5\n",
         "trace.csv:2:1: error: holds a byte that is not UTF-8 text\n    hint: convert the file to UTF-8\n"),
        (lambda: TRACE.encode("utf-16"), "trace.csv:1:4: error: holds a NUL byte: this is not a text file\n"),
        (lambda: b"tenant,0,1\rA,5,5\r",
         "trace.csv:1:11: error: a carriage return that does not end a line\n    hint: lines end in LF or CRLF\n"),
        (lambda: b'tenant,0,1\nA"B,5,5\n',
         "trace.csv:2:2: error: a quote inside a field that does not start with one\n"
         "    hint: put the whole field in quotes and double this one\n"),
        (lambda: b'tenant,0,1\n"A,5,5\n', "trace.csv:2:1: error: the quote is not closed before the file ends\n"),
        (lambda: b"\n\n", "trace.csv:1:1: error: the file has no text, expected a line of column names\n"),
    ],
    ids=["one line", "quote", "gzip bomb", "truncated", "junk", "NUL", "not UTF-8", "UTF-16", "CR", "quote inside",
         "open quote", "empty lines"],
)
def test_a_hostile_trace_is_refused_quickly_and_with_little_memory(cosmosim_binary, folder, content, said):
    (folder / "trace.csv").write_bytes(content())
    code, out, err = quickly(cosmosim_binary, folder, "run", "s.yaml")
    assert (code, out, err) == (2, "", said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("d", "`d` is a directory\n    hint: a file is expected\n"),
        ("pipe", "`pipe` is a pipe or a device\n    hint: a file that can be read several times is expected\n"),
        ("/dev/zero",
         "`/dev/zero` is a pipe or a device\n    hint: a file that can be read several times is expected\n"),
    ],
)
def test_a_trace_is_a_file(cosmosim_binary, folder, name, said):
    (folder / "d").mkdir()
    os.mkfifo(folder / "pipe")
    words = ("run", "s.yaml", "--set", f"streams.writes.trace.file={name}")
    path = "streams.writes.trace.file"
    assert quickly(cosmosim_binary, folder, *words) == (2, "", f"--set {path}:1:1: error: {path}: {said}")


def test_a_variants_error_names_it_and_its_line(cosmosim, folder):
    (folder / "s.yaml").write_text(SCENARIO + "variants:\n  v: {containers.orders.throughput.manual: 1050 RU/s}\n")
    assert refused(cosmosim, folder) == (
        "s.yaml:11:44: error: variants.v: containers.orders.throughput.manual: `1050 RU/s` is off the step (SCALE-12)\n"
        "    hint: multiples of 100 RU/s\n"
    )


def test_the_command_lines_own_values_are_checked_like_the_file(cosmosim, folder):
    assert refused(cosmosim, folder, "s.yaml", "--set", "clock.duration=5") == (
        "--set clock.duration:1:1: error: clock.duration: `5` is not a duration\n"
        "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min\n"
    )


def test_a_scenario_from_standard_input_is_checked_too(cosmosim, folder):
    assert refused(cosmosim, folder, "-", stdin="name: [t\n").startswith("<stdin>:")


def test_populations_that_no_memory_holds_are_refused_at_once(cosmosim, folder):
    # 2,000 x 100,000,000 members of 8 bytes: 1.6 TB.
    people = "".join(f"  p{i}: {{count: 100000000}}\n" for i in range(2000))
    (folder / "s.yaml").write_text(SCENARIO.replace("name: t\n", "name: t\npopulations:\n" + people))
    said = refused(cosmosim, folder)
    assert said.count("error: ") == 1
    assert ".count: needs about 1.6 GB of memory, of which " in said


@pytest.mark.parametrize(
    ("sets", "needed"),
    [
        # 100,000 queries a second x 100,000 partitions x 64 bytes: 640 GB of requests in a second.
        (
            [
                "streams.writes={operation: query, where: [], choose: {tenantId: A}, rate: 100000 /s, spacing: even}",
                "streams.writes.client={retries: none}",
                "containers.orders.throughput.manual=1000000 RU/s",
                "containers.orders.layout={equal: 100000}",
            ],
            r"64\d GB",
        ),
        # 10,000,000 /s of 1 RU, of which 1,000 are admitted, for an hour x 64 bytes: 2.3 TB that wait.
        (
            [
                "streams.writes={operation: create, choose: {tenantId: A}, charge: 1 RU, rate: 10000000 /s}",
                "streams.writes.client={retries: unlimited}",
                "clock.duration=1 h",
            ],
            r"2\.3\d* TB",
        ),
        # One burst of 4,000,000,000 x 64 bytes.
        (
            [
                "streams.writes={operation: create, choose: {tenantId: A}}",
                "streams.writes.bursts={operations: 4000000000, within: 1 h}",
                "streams.writes.client={retries: none}",
                "clock.duration=1 h",
            ],
            r"256 GB",
        ),
    ],
    ids=["fan-out", "retries that pile up", "burst"],
)
@pytest.mark.parametrize("command", ["validate", "run"])
def test_what_no_memory_holds_while_it_runs_is_refused_at_once(cosmosim, folder, command, sets, needed):
    words = [word for field in sets for word in ("--set", field)]
    done = cosmosim(command, "s.yaml", *words, code=2, timeout=20)
    assert done.stdout == ""
    assert re.match(rf"s\.yaml: error: needs about {needed} of memory, of which ", done.stderr), done.stderr
