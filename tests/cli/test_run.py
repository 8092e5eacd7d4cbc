"""`cosmosim run`: exit codes, what goes where, stopping it, and what is left behind when it cannot finish."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# 50 + 2 operations a second on four partitions of 3,000 RU/s each: nothing is throttled. `late` is over before the
# warm-up is, so no figure of it can be judged. `tight` has 100 RU/s a partition for 400 RU/s of two tenants.
SCENARIO = """\
name: small
clock: {duration: 10 s, warmup: 5 s}
populations: {tenants: {members: {A: 1, B: 3}}}
items: {order: {size: 1 KiB, properties: {tenantId: {population: tenants}, orderId: unique}}}
streams:
  writes: {operation: create, rate: 50 /s}
  reads: {operation: query, where: [tenantId], returns: 5, rate: 2 /s}
  late: {operation: create, rate: 1 /s, stop: 2 s}
containers:
  orders: {partition_key: /tenantId, throughput: {manual: 12000 RU/s}, layout: {equal: 4}}
variants:
  wide: {containers.orders.partition_key: [/tenantId, /orderId]}
  tight: {containers.orders.throughput.manual: 400 RU/s}
objectives:
  - {metric: throttled_share, at_most: 1 %}
"""
NOT_RUN = "not run: variants wide, tight (--variant NAME, or --variant all)\n"
UNJUDGED = "{metric: latency_p99, stream: late, at_most: 1 s}"
UNMET = "{metric: latency_p99, stream: writes, at_most: 1 us}"
MET = "{metric: failed_share, at_most: 1 %}"
MINUTES = ("--threads", "1", "--set", "clock.duration=5 min")  # some milliseconds a replication
ENDLESS = ("--set", "clock.duration=3000 d", "--set", "output.bin=300 d")


@pytest.fixture(autouse=True)
def scenario(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO)


def strict(text: str) -> Any:
    """JSON as its standard has it: NaN and Infinity are not in it."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def h5(path: Path):
    h5py = pytest.importorskip("h5py", reason="needs python3-h5py")
    return h5py.File(path, "r")


class TestExitCodes:
    def test_0_when_all_objectives_are_met(self, cosmosim, tmp_path):
        done = cosmosim("run", "s.yaml", code=0)
        assert "  met         throttled_share at most 1 %: 0 %\n" in done.stdout
        assert done.stdout.endswith("\nResults: small.h5\n")
        assert done.stderr == NOT_RUN
        assert sorted(p.name for p in tmp_path.iterdir()) == ["s.yaml", "small.h5"]

    def test_2_when_the_scenario_is_not_there(self, cosmosim, tmp_path):
        done = cosmosim("run", "none.yaml", code=2)
        assert done.stdout == ""
        assert done.stderr.startswith("none.yaml: error: ")
        assert [p.name for p in tmp_path.iterdir()] == ["s.yaml"]

    def test_3_when_no_variant_meets_all_objectives(self, cosmosim, tmp_path):
        done = cosmosim("run", "s.yaml", "--variant", "tight", code=3)
        assert "  NOT MET     throttled_share at most 1 %: " in done.stdout
        assert (tmp_path / "small.h5").is_file()

    def test_0_when_one_variant_of_several_meets_all_objectives(self, cosmosim):
        done = cosmosim("run", "s.yaml", "--variant", "all", "--format", "json", code=0)
        met = {run["variant"]: [o["met"] for o in run["objectives"]] for run in strict(done.stdout)["runs"]}
        assert met == {"wide": [True], "tight": [False]}

    def test_1_when_the_file_cannot_grow_and_the_name_keeps_what_it_had(self, cosmosim_binary, tmp_path):
        target = tmp_path / "r.h5"
        target.write_text("before")

        def at_most_4_kib() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        # Python ignores SIGXFSZ; without restoring signals so does the program, and writing fails with EFBIG.
        done = subprocess.run(
            [cosmosim_binary, "run", "s.yaml", "--quiet", "-o", "r.h5"],
            cwd=tmp_path, capture_output=True, text=True, timeout=60, preexec_fn=at_most_4_kib, restore_signals=False,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("error: write r.h5.partial: ")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["r.h5", "s.yaml"]
        assert target.read_text() == "before"


class TestObjectivesWithNothingToJudge:
    @pytest.mark.parametrize(
        ("objectives", "code", "met"),
        [
            ([UNJUDGED], 0, [None]),
            ([MET, UNJUDGED], 0, [True, None]),
            ([UNMET, UNJUDGED], 3, [False, None]),
        ],
    )
    def test_they_are_neither_met_nor_a_reason_to_fail(self, cosmosim, objectives, code, met):
        setting = f"objectives=[{', '.join(objectives)}]"
        done = cosmosim("run", "s.yaml", "--set", setting, "--format", "json", code=code)
        found = strict(done.stdout)["runs"][0]["objectives"]
        assert [o["met"] for o in found] == met
        assert found[-1]["value"]["mean"] is None

    def test_the_text_says_that_they_are_not_judged(self, cosmosim):
        done = cosmosim("run", "s.yaml", "--set", f"objectives=[{UNJUDGED}]")
        line = next(line for line in done.stdout.splitlines() if "latency_p99 of stream late" in line)
        assert line == "  not judged  latency_p99 of stream late at most 1 s: nothing to judge"


class TestStandardOutput:
    def test_json_is_one_document_without_nan(self, cosmosim):
        """One replication has no half widths, `late` no figures: both are null."""
        done = cosmosim("run", "s.yaml", "--format", "json", "--quiet", code=0)
        document = strict(done.stdout)
        assert (document["scenario"], document["complete"], document["file"]) == ("small", True, "small.h5")
        assert (document["duration_s"], document["warmup_s"], document["seed"]) == (10, 5, 1)
        run = document["runs"][0]
        assert run["streams"]["late"]["metrics"]["latency_p99_ms"] == {"mean": None, "half_width": None}
        assert run["metrics"]["throttled_share"] == {"mean": 0.0, "half_width": None}
        assert run["containers"]["orders"]["provisioned_ru"] == 12000

    @pytest.mark.parametrize("form", ["text", "json"])
    def test_a_reader_that_leaves_ends_the_run_quietly(self, cosmosim_binary, tmp_path, form):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = subprocess.run(
                [cosmosim_binary, "run", "s.yaml", "--format", form, "--quiet"],
                cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60,
            )
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / "small.h5").is_file()

    def test_head_takes_its_line_and_nothing_is_said(self, cosmosim_binary, tmp_path):
        command = '"$0" run s.yaml --variant all --format json --quiet | head -n 1'
        done = subprocess.run(
            ["sh", "-c", command, cosmosim_binary], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        assert (done.stdout, done.stderr) == ("{\n", "")

    @pytest.mark.parametrize("mode", ["auto", "plain", "none", "bar"])
    def test_progress_does_not_touch_it(self, cosmosim, mode):
        """The first bar is drawn after a fifth of a second, the first plain line after ten."""
        duration = "6 h" if mode == "bar" else "20 min"
        options = (f"clock.duration={duration}", "streams.writes.rate=300 /s", "experiment.executor=events")
        options = tuple(word for option in options for word in ("--set", option))
        expected = cosmosim("run", "s.yaml", *options, "--quiet", code=0)
        shown = cosmosim("run", "s.yaml", *options, "--progress", mode, code=0)
        assert shown.stdout == expected.stdout
        assert "\r" not in shown.stdout
        assert expected.stderr == ""
        assert shown.stderr.endswith(NOT_RUN)
        assert ("\r" in shown.stderr, "\x1b" in shown.stderr) == (mode == "bar", mode == "bar")
        assert mode != "none" or shown.stderr == NOT_RUN

    def test_quiet_keeps_errors(self, cosmosim):
        done = cosmosim("run", "s.yaml", "--quiet", "--variant", "none", code=2)
        assert done.stdout == "" and "error: " in done.stderr


class TestWhatIsRun:
    def test_a_scenario_from_standard_input(self, cosmosim, tmp_path):
        from_file = cosmosim("run", "s.yaml", "--format", "json", "--quiet", code=0)
        from_input = cosmosim("run", "-", "--format", "json", "--quiet", stdin=SCENARIO, code=0)
        assert from_input.stdout == from_file.stdout
        with h5(tmp_path / "small.h5") as file:
            assert file.attrs["scenario_text"] == SCENARIO
            assert file.attrs["partial"] == 0

    def test_an_error_in_standard_input_has_its_line(self, cosmosim):
        done = cosmosim("run", "-", stdin=SCENARIO.replace("operation: create, rate: 50", "operaton: create, rate: 50"),
                        code=2)
        assert ":6:12: error: streams.writes.operaton: unknown field" in done.stderr

    @pytest.mark.parametrize(
        ("variant", "hint"),
        [("tigth", "did you mean `tight`?"), ("zzzzzzzz", "known: all, base, wide, tight")],
    )
    def test_an_unknown_variant_is_named_with_what_is_known(self, cosmosim, tmp_path, variant, hint):
        done = cosmosim("run", "s.yaml", "--variant", variant, code=2)
        assert (done.stdout, done.stderr) == (
            "", f"--variant: error: no variant `{variant}`\n    hint: {hint}\n"
        )
        assert [p.name for p in tmp_path.iterdir()] == ["s.yaml"]

    @pytest.mark.parametrize("options", [["--variant", "wide"], ["--variant", "all"], ["--variant", "base"]])
    def test_a_chosen_variant_leaves_nothing_to_point_out(self, cosmosim, options):
        assert cosmosim("run", "s.yaml", *options, "--progress", "none", code=0).stderr == ""

    def test_the_command_line_is_the_last_word_on_what_a_variant_sets(self, cosmosim):
        setting = "containers.orders.throughput.manual=16000 RU/s"
        done = cosmosim("run", "s.yaml", "--variant", "all", "--set", setting, "--format", "json", code=0)
        provisioned = {r["variant"]: r["containers"]["orders"]["provisioned_ru"] for r in strict(done.stdout)["runs"]}
        assert provisioned == {"wide": 16000, "tight": 16000}

    def test_seed_and_replications_of_the_command_line_count(self, cosmosim):
        done = cosmosim("run", "s.yaml", "--seed", "7", "--replications", "2", "--format", "json", code=0)
        document = strict(done.stdout)
        assert document["seed"] == 7
        assert [r["replication"] for r in document["runs"][0]["replications"]] == [0, 1]
        other = strict(cosmosim("run", "s.yaml", "--seed", "8", "--format", "json", code=0).stdout)
        prints = {r["fingerprint"] for d in (document, other) for r in d["runs"][0]["replications"]}
        assert len(prints) == 3


class TestOutputFile:
    @pytest.mark.parametrize(
        ("name", "file"),
        [("small", "small.h5"), ("v1.2_b-c", "v1.2_b-c.h5"), ("../up and away", "_.._up_and_away.h5"),
         (".hidden", "_.hidden.h5"), ("caf\u00e9", "caf__.h5")],
    )
    def test_its_name_is_the_scenarios_made_safe(self, cosmosim, tmp_path, name, file):
        (tmp_path / "s.yaml").write_text(SCENARIO.replace("name: small", f"name: '{name}'"))
        done = cosmosim("run", "s.yaml", code=0)
        assert done.stdout.endswith(f"\nResults: {file}\n")
        assert sorted(p.name for p in tmp_path.iterdir()) == sorted([file, "s.yaml"])

    def test_what_stood_under_its_name_is_replaced(self, cosmosim, tmp_path):
        (tmp_path / "r.h5").write_text("before")
        cosmosim("run", "s.yaml", "-o", "r.h5", code=0)
        with h5(tmp_path / "r.h5") as file:
            assert list(file["runs"]) == ["base"]

    def refused(self, cosmosim, folder: Path, output: str) -> str:
        """What is said of `output`, before a run that would take days begins."""
        before = sorted(p.name for p in folder.iterdir())
        done = cosmosim("run", "s.yaml", *ENDLESS, "-o", output, code=2, timeout=10)
        assert done.stdout == ""
        assert sorted(p.name for p in folder.iterdir()) == before
        return done.stderr

    def test_a_directory_is_refused(self, cosmosim, tmp_path):
        (tmp_path / "d").mkdir()
        assert self.refused(cosmosim, tmp_path, "d") == (
            "--output: error: `d` is a directory\n    hint: name a file\n"
        )

    def test_a_missing_folder_is_refused(self, cosmosim, tmp_path):
        assert self.refused(cosmosim, tmp_path, "missing/r.h5") == (
            "--output: error: `missing` is not a directory\n    hint: make it first, or name another place\n"
        )

    def test_standard_output_is_refused(self, cosmosim, tmp_path):
        assert self.refused(cosmosim, tmp_path, "-").startswith(
            "--output: error: a result file cannot go to standard output\n    hint: "
        )

    @pytest.mark.parametrize("through_link", [False, True])
    def test_a_special_file_is_refused_and_left_alone(self, cosmosim, tmp_path, through_link):
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "link").symlink_to("pipe")
        output = "link" if through_link else "pipe"
        said = self.refused(cosmosim, tmp_path, output)
        assert said.startswith(f"--output: error: `{output}` is not a regular file\n    hint: ")
        assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
        assert (tmp_path / "link").is_symlink()

    @pytest.fixture
    def closed_folder(self) -> Iterator[Path]:
        """A folder that everyone may read and its user may not write."""
        with tempfile.TemporaryDirectory() as name:
            Path(name).chmod(0o555)
            yield Path(name)
            Path(name).chmod(0o755)

    def test_a_folder_without_permission_is_found_before_the_run(self, cosmosim_binary, tmp_path, closed_folder):
        other_user: dict[str, Any] = {}
        binary = cosmosim_binary
        if os.geteuid() == 0:  # root may write anywhere
            binary = closed_folder / "cosmosim"
            shutil.copy(cosmosim_binary, binary)
            binary.chmod(0o755)
            other_user = {"user": 65534, "group": 65534, "extra_groups": []}
        try:
            done = subprocess.run(
                [binary, "run", "-", *ENDLESS, "-o", closed_folder / "r.h5"],
                cwd=closed_folder, input=SCENARIO, capture_output=True, text=True, timeout=10, **other_user,
            )
        except PermissionError as error:
            pytest.skip(f"may not start a program as another user here: {error}")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"error: write {closed_folder}/r.h5.partial: create: Permission denied\n"
        assert [p.name for p in closed_folder.iterdir()] == ([binary.name] if other_user else [])


def _heed_interrupts() -> None:
    """What runs in the background of a shell inherits an ignored SIGINT, which the program rightly leaves ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Running:
    """A run that is under way."""

    def __init__(self, binary: Path, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [binary, "run", "s.yaml", "-o", "r.h5", "--progress", "none", *arguments],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=_heed_interrupts,
        )

    def _wait(self, ready) -> None:
        deadline = time.monotonic() + 60
        while not ready():
            assert self.process.poll() is None, f"ended by itself: {self.process.communicate()}"
            assert time.monotonic() < deadline, "never got there"
            time.sleep(0.002)

    def wait_until_it_minds_signals(self) -> None:
        def caught() -> bool:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            line = next((line for line in status.splitlines() if line.startswith("SigCgt:")), "SigCgt: 0")
            return bool(int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1)

        self._wait(caught)

    def wait_until_it_has_worked(self, seconds: float) -> None:
        """Seconds of processor time since then, so that a busy machine changes nothing."""

        def used() -> float:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        self.wait_until_it_minds_signals()
        before = used()
        self._wait(lambda: used() >= before + seconds)

    def wait_until_it_has_written(self, path: Path, size: int) -> None:
        self._wait(lambda: path.exists() and path.stat().st_size >= size)

    def end(self, number: int) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture
def start(cosmosim_binary: Path, tmp_path: Path):
    started: list[Running] = []

    def begin(*arguments: str) -> Running:
        started.append(Running(cosmosim_binary, tmp_path, *arguments))
        return started[-1]

    yield begin
    for run in started:
        if run.process.poll() is None:
            run.process.kill()
            run.process.communicate()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
class TestStopping:
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_with_nothing_finished_nothing_is_kept(self, start, tmp_path, number):
        (tmp_path / "r.h5").write_text("before")
        run = start(*ENDLESS)
        run.wait_until_it_minds_signals()
        code, out, err = run.end(number)
        assert (code, out) == (130, "")
        assert err.endswith("stopped before any replication was finished: nothing is kept\n")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["r.h5", "s.yaml"]
        assert (tmp_path / "r.h5").read_text() == "before"

    def test_replications_that_were_finished_are_kept_and_marked(self, start, cosmosim, tmp_path):
        run = start("--replications", "10000", "--format", "json", *MINUTES)
        run.wait_until_it_has_worked(0.2)
        code, out, err = run.end(signal.SIGINT)
        assert code == 130
        assert err.endswith("stopped: the replications that were finished are kept, the file is marked as partial\n")
        document = strict(out)
        kept = document["runs"][0]["replications"]
        assert document["complete"] is False
        assert 1 <= len(kept) < 10000
        with h5(tmp_path / "r.h5") as file:
            assert file.attrs["partial"] == 1
            numbers = sorted(int(name) for name in file["runs/base"] if name.isdigit())
            assert numbers == [r["replication"] for r in kept]
        assert not (tmp_path / "r.h5.partial").exists()

        # What was kept is what a run of so many replications gives.
        whole = cosmosim("run", "s.yaml", "--replications", str(len(kept)), *MINUTES, "--format", "json", code=0)
        assert strict(whole.stdout)["runs"][0]["replications"] == kept

    def test_what_was_kept_can_be_drawn(self, start, repository, tmp_path):
        run = start("--replications", "10000", *MINUTES)
        run.wait_until_it_has_worked(0.2)
        assert run.end(signal.SIGINT)[0] == 130
        drawn = subprocess.run(
            [repository / "analysis/plot", tmp_path / "r.h5", "-o", tmp_path / "r.png", "--quiet"],
            capture_output=True, text=True, timeout=120,
        )
        if "No module named" in drawn.stderr:
            pytest.skip(f"analysis/plot lacks a package: {drawn.stderr.splitlines()[-1]}")
        assert (drawn.returncode, drawn.stderr) == (0, "")
        assert (tmp_path / "r.png").read_bytes().startswith(b"\x89PNG")

    def test_text_says_that_the_run_was_stopped(self, start):
        run = start("--replications", "10000", *MINUTES)
        run.wait_until_it_has_worked(0.2)
        code, out, _ = run.end(signal.SIGINT)
        assert code == 130
        assert "\n  STOPPED: only the replications that were finished count\n" in out

    def test_a_second_signal_ends_at_once(self, start, tmp_path):
        run = start(*ENDLESS)
        run.wait_until_it_minds_signals()
        run.process.send_signal(signal.SIGINT)
        code, out, _ = run.end(signal.SIGINT)
        assert (code, out) == (130, "")
        assert [p.name for p in tmp_path.iterdir()] == ["s.yaml"]

    def test_killed_in_the_run_changes_nothing_under_the_final_name(self, start, tmp_path):
        (tmp_path / "r.h5").write_text("before")
        run = start(*ENDLESS)
        run.wait_until_it_has_worked(0.05)
        assert run.end(signal.SIGKILL) == (-signal.SIGKILL, "", "")
        assert (tmp_path / "r.h5").read_text() == "before"

    def test_killed_while_it_writes_leaves_nothing_under_the_final_name(self, start, cosmosim, tmp_path):
        """200 replications make 5,000 groups and data sets, which take a while to write."""
        final, partial = tmp_path / "r.h5", tmp_path / "r.h5.partial"
        run = start("--replications", "200")
        run.wait_until_it_has_written(partial, 100_000)
        assert run.end(signal.SIGKILL)[0] == -signal.SIGKILL
        assert partial.exists() and not final.exists()

        cosmosim("run", "s.yaml", "-o", "r.h5", code=0)  # what was left is no obstacle
        assert not partial.exists()
        with h5(final) as file:
            assert file.attrs["partial"] == 0
