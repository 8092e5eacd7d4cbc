"""`cosmosim lineage`: how the physical partitions of a run came to be, and result files that are wrong.

Ten requests a second of 5 RU each, evenly spaced, for one key, which lies in the lower half of the key space (`cosmosim
epk '["A"]'` begins with 14). A split that is asked for at 1 s and a merge that is asked for at 5 s take 1 s each. So
partition 0 has the requests of the seconds 0 and 1, 20 of 100 RU; partition 1, the lower half, those of 2 to 5, 40 of
200 RU; partition 2 none; and partition 3, which both were merged to, those of 6 to 9. Each request writes 1 kB.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

SCENARIO = """\
name: there-and-back
clock: {duration: 10 s}
items: {doc: {size: 1 KB, system_properties: 0 B, properties: {type: {constant: A}}}}
streams:
  writes: {operation: create, rate: 10 /s, spacing: even, charge: 5 RU}
containers:
  docs: {partition_key: /type, throughput: {manual: 1000 RU/s}, indexing: {overhead: 0 %}}
timeline:
  - {at: 1 s, set_throughput: {manual: 20000 RU/s}}
  - {at: 4 s, set_throughput: {manual: 1000 RU/s}}
  - {at: 5 s, merge: {}}
model: {split_duration: 1 s, merge_duration: 1 s}
variants:
  changed: {}
  calm: {timeline: [], containers.docs.throughput.manual: 12000 RU/s}
  raised: {timeline: [], containers.docs.history: [{manual: 15000 RU/s}, {manual: 40000 RU/s}]}
"""
# Two spaces or more between columns are written as ` | `.
TREE = """\
there-and-back, base, replication 0: 10 s

docs, partition key /type: 1 physical partition at the start, 1 at the end, 4 in all
at the start: created at 1000 RU/s: one physical partition for each 6000 RU/s begun = 1 (SCALE-01)
partition | key space | throughput | stored | came about | ended | own RU | with descendants | throttled
0 | 100 % | 1,000 RU/s | 20 kB | at the start | 2 s, throughput split | 100 RU | 500 RU | 0 %
├─ 1 | 50 % | 500 RU/s | 60 kB | 2 s, throughput split | 6 s, merge | 200 RU | 400 RU | 0 %
│ | └─ 3 | 100 % | 1,000 RU/s | 100 kB | 6 s, merge | 200 RU | 200 RU | 0 %
└─ 2 | 50 % | 500 RU/s | 0 B | 2 s, throughput split | 6 s, merge | 0 RU | 200 RU | 0 %
 | └─ 3, see above

when | rule | what happened
"""
FOOT = (
    "\nRU and throttled requests are those of the whole run, its warm-up too; `throttled` is the share of a "
    "partition's requests and its descendants'.\n"
)
RUN_AGAIN = "    hint: run the scenario again\n"
NAME_A_RESULT = "    hint: name a file that `cosmosim run` wrote\n"


def columns(text: str) -> str:
    rows = [line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("──")]
    return re.sub("  +", " | ", "".join(rows))


@pytest.fixture
def result(cosmosim, tmp_path: Path) -> Path:
    (tmp_path / "s.yaml").write_text(SCENARIO)
    cosmosim("run", "s.yaml", "--quiet", "-o", "r.h5", code=0)
    return tmp_path / "r.h5"


@pytest.fixture
def designs(cosmosim, tmp_path: Path) -> Path:
    (tmp_path / "s.yaml").write_text(SCENARIO)
    cosmosim("run", "s.yaml", "--variant", "all", "--replications", "2", "--quiet", "-o", "all.h5", code=0)
    return tmp_path / "all.h5"


class TestText:
    def test_a_split_and_a_merge(self, cosmosim, result):
        said = cosmosim("lineage", "r.h5", code=0)
        assert said.stderr == ""
        assert columns(said.stdout).startswith(TREE)
        assert said.stdout.endswith(FOOT)

    def test_what_happened_stands_below_with_the_partitions_before_and_after(self, cosmosim, result):
        events = cosmosim("lineage", "r.h5", code=0).stdout.split("what happened\n", 1)[1]
        assert re.findall(r"^ *(\d+ s)  (\S+)", events, re.M) == [
            ("1 s", "SCALE-03"), ("2 s", "SCALE-03"), ("4 s", "SCALE-08"), ("5 s", "MERGE-05"), ("6 s", "MERGE-05"),
        ]
        # 20 requests were on 0, 40 more on 1 before the merge: 20 kB and 60 kB.
        assert "0 (1,000 RU/s, <0.01 GB) → 1 (10,000 RU/s, <0.01 GB), 2 (10,000 RU/s, 0 GB)\n" in events
        assert "1 (500 RU/s, <0.01 GB), 2 (500 RU/s, 0 GB) → 3 (1,000 RU/s, <0.01 GB)\n" in events

    def test_a_run_in_which_nothing_changed_has_its_partitions(self, cosmosim, designs):
        said = cosmosim("lineage", "all.h5", "--variant", "calm", code=0).stdout
        assert said == (
            "there-and-back, calm, replication 0: 10 s\n\n"
            "docs, partition key /type: 2 physical partitions from the start to the end\n"
            "at the start: created at 12000 RU/s: one physical partition for each 6000 RU/s begun = 2 (SCALE-01)\n"
            "partition  key space  throughput  stored  came about    ended  own RU  with descendants  throttled\n"
            "─────────  ─────────  ──────────  ──────  ────────────  ─────  ──────  ────────────────  ─────────\n"
            "0               50 %  6,000 RU/s  100 kB  at the start         500 RU            500 RU        0 %\n"
            "1               50 %  6,000 RU/s     0 B  at the start           0 RU              0 RU        0 %\n"
        ) + FOOT

    def test_partitions_of_splits_before_the_run_say_what_they_came_from(self, cosmosim, designs):
        # 15,000 RU/s make three partitions, 0 to 2; 40,000 a fourth by a split of the first.
        said = cosmosim("lineage", "all.h5", "--variant", "raised", code=0).stdout
        assert "docs, partition key /type: 4 physical partitions from the start to the end\n" in said
        assert said.count("at the start, out of 0 ") == 2


class TestJson:
    def test_every_figure_is_there(self, cosmosim, result):
        run = cosmosim("lineage", "r.h5", "--format", "json", code=0).json
        assert (run["scenario"], run["variant"], run["replication"], run["duration_s"]) == (
            "there-and-back", "base", "0", 10.0,
        )
        (container,) = run["containers"]
        partitions = {partition["id"]: partition for partition in container["partitions"]}
        life = ("parents", "children", "cause", "born_s", "ended_s")
        assert {i: tuple(p[name] for name in life) for i, p in partitions.items()} == {
            "0": ([], ["1", "2"], "start", 0.0, 2.0),
            "1": (["0"], ["3"], "throughput split", 2.0, 6.0),
            "2": (["0"], ["3"], "throughput split", 2.0, 6.0),
            "3": (["1", "2"], [], "merge", 6.0, None),
        }
        assert {i: p["own"]["requests"] for i, p in partitions.items()} == {"0": 20, "1": 40, "2": 0, "3": 40}
        # 3 is counted once at 0, although two ways lead there.
        assert {i: p["with_descendants"]["requests"] for i, p in partitions.items()} == {
            "0": 100, "1": 80, "2": 40, "3": 40,
        }
        assert {i: p["stored_bytes"] for i, p in partitions.items()} == {"0": 2e4, "1": 6e4, "2": 0, "3": 1e5}
        assert {i: p["throughput"] for i, p in partitions.items()} == {"0": 1000, "1": 500, "2": 500, "3": 1000}
        assert partitions["1"]["min_inclusive"] == partitions["3"]["min_inclusive"] == ""
        assert partitions["1"]["max_exclusive"] == partitions["2"]["min_inclusive"] == "1" + 31 * "F"
        split = container["events"][1]
        assert (split["time_s"], split["rule"]) == (2.0, "SCALE-03")
        assert [p["id"] for p in split["before"]] == ["0"]
        assert [(p["id"], p["throughput"]) for p in split["after"]] == [("1", 10000), ("2", 10000)]

    def test_a_parents_throttled_share_is_that_of_all_that_came_of_it(self, cosmosim, result):
        # On 0, 1, 2 and 3 in that order. 0: 10 of 20 + 20 + 10 + 50 requests; 1: 6 of 20 + 50; 2: 4 of 10 + 50.
        with h5py.File(result, "r+") as file:
            requests = file["runs/base/0/partitions/TotalRequests"]
            assert requests.shape == (1, 2, 1, 4)
            requests[0, 0, 0, :] = [18, 17, 9, 46]
            requests[0, 1, 0, :] = [2, 3, 1, 4]
        (container,) = cosmosim("lineage", "r.h5", "--format", "json", code=0).json["containers"]
        sums = [partition["with_descendants"] for partition in container["partitions"]]
        assert [(s["requests"], s["throttled"]) for s in sums] == [(100, 10), (70, 7), (60, 5), (50, 4)]
        assert [s["throttled_share"] for s in sums] == [0.1, 0.1, 5 / 60, 0.08]


def test_graphviz_has_an_edge_for_each_parent(cosmosim, result):
    dot = cosmosim("lineage", "r.h5", "--format", "dot", code=0).stdout
    assert dot.startswith(
        'digraph G {\nlabel="there-and-back, base, replication 0: docs, partition key /type";\nlabelloc=t;\n'
    )
    assert dot.endswith("}\n")
    label = r"3\n100 % of the key space\n1,000 RU/s, 100 kB\n200 RU with descendants\n0 % throttled"
    assert f'\n3[label="{label}", style=bold];\n' in dot
    assert [line for line in dot.splitlines() if "->" in line] == [
        '0->1 [label="throughput split\\n2 s"];',
        '0->2 [label="throughput split\\n2 s"];',
        '1->3 [label="merge\\n6 s"];',
        '2->3 [label="merge\\n6 s"];',
    ]


class TestChoice:
    def test_the_variant_must_be_named_where_there_are_several(self, cosmosim, designs):
        assert cosmosim("lineage", "all.h5", code=2).stderr == (
            "--variant: error: missing: the file has 3\n    hint: known: changed, calm, raised\n"
        )

    @pytest.mark.parametrize(
        ("option", "value", "said"),
        [
            ("--variant", "clam", "--variant: error: the file has no `clam`\n    hint: did you mean `calm`?\n"),
            ("--replication", "7", "--replication: error: the file has no `7`\n    hint: known: 0, 1\n"),
            ("--container", "dogs", "--container: error: the file has no `dogs`\n    hint: did you mean `docs`?\n"),
        ],
    )
    def test_what_is_not_in_the_file_is_refused(self, cosmosim, designs, option, value, said):
        variant = [] if option == "--variant" else ["--variant", "changed"]
        assert cosmosim("lineage", "all.h5", *variant, option, value, code=2).stderr == said

    def test_each_replication_can_be_seen(self, cosmosim, designs):
        said = cosmosim("lineage", "all.h5", "--variant", "changed", "--replication", "1", code=0).stdout
        assert said.startswith("there-and-back, changed, replication 1: 10 s\n")

    def test_of_several_containers_all_or_one(self, cosmosim, tmp_path):
        other = "containers:\n  other: {partition_key: /type, throughput: {manual: 400 RU/s}}\n"
        two = SCENARIO.split("timeline:")[0].replace("containers:\n", other)
        (tmp_path / "two.yaml").write_text(two.replace("operation: create,", "operation: create, container: docs,"))
        cosmosim("run", "two.yaml", "--quiet", "-o", "two.h5", code=0)
        both = cosmosim("lineage", "two.h5", "--format", "json", code=0).json["containers"]
        found = [(c["container"], [p["id"] for p in c["partitions"]]) for c in both]
        assert found == [("other", ["0"]), ("docs", ["0"])]
        assert [c["partitions"][0]["own"]["requests"] for c in both] == [0, 100]
        (one,) = cosmosim("lineage", "two.h5", "--format", "json", "--container", "docs", code=0).json["containers"]
        assert one == both[1]


class TestOutput:
    def test_a_file_has_what_standard_output_would_have(self, cosmosim, result, tmp_path):
        shown = cosmosim("lineage", "r.h5", "--format", "dot", code=0).stdout
        assert cosmosim("lineage", "r.h5", "--format", "dot", "-o", "r.dot", code=0).stdout == ""
        assert (tmp_path / "r.dot").read_text() == shown
        assert sorted(p.name for p in tmp_path.iterdir()) == ["r.dot", "r.h5", "s.yaml"]
        assert cosmosim("lineage", "r.h5", "--format", "dot", "-o", "-", code=0).stdout == shown

    def test_the_result_file_is_not_written_over(self, cosmosim, result):
        before = result.read_bytes()
        assert cosmosim("lineage", "r.h5", "-o", "./r.h5", code=2).stderr == (
            "--output: error: `./r.h5` is the result file itself\n    hint: name another one\n"
        )
        assert result.read_bytes() == before

    def test_a_folder_that_is_not_there_is_refused(self, cosmosim, result):
        assert cosmosim("lineage", "r.h5", "-o", "missing/r.dot", code=2).stderr == (
            "--output: error: `missing` is not a directory\n    hint: make it first, or name another place\n"
        )

    def test_a_directory_is_refused(self, cosmosim, result, tmp_path):
        (tmp_path / "d").mkdir()
        assert cosmosim("lineage", "r.h5", "-o", "d", code=2).stderr == (
            "--output: error: `d` is a directory\n    hint: name a file\n"
        )

    def test_a_full_disk_is_told_and_leaves_nothing(self, cosmosim, result, tmp_path):
        (tmp_path / "r.dot.partial").symlink_to("/dev/full")
        said = cosmosim("lineage", "r.h5", "-o", "r.dot", code=1).stderr
        assert said == "error: cannot write r.dot: No space left on device\n"
        assert sorted(p.name for p in tmp_path.iterdir()) == ["r.h5", "s.yaml"]


class TestWrongFiles:
    def refused(self, cosmosim) -> str:
        said = cosmosim("lineage", "r.h5", code=2)
        assert said.stdout == ""
        return said.stderr

    def test_none_at_all(self, cosmosim):
        assert self.refused(cosmosim) == "r.h5: error: there is no such file\n" + NAME_A_RESULT

    def test_a_directory(self, cosmosim, tmp_path):
        (tmp_path / "r.h5").mkdir()
        assert self.refused(cosmosim) == "r.h5: error: is a directory, expected a result file\n" + NAME_A_RESULT

    def test_a_scenario(self, cosmosim, tmp_path):
        (tmp_path / "r.h5").write_text(SCENARIO)
        assert self.refused(cosmosim) == "r.h5: error: is not an HDF5 file\n" + NAME_A_RESULT

    def test_one_of_another_program(self, cosmosim, tmp_path):
        with h5py.File(tmp_path / "r.h5", "w") as file:
            file["x"] = np.arange(3)
        assert self.refused(cosmosim) == "r.h5: error: is an HDF5 file, but not a result of cosmosim\n" + NAME_A_RESULT

    @pytest.mark.parametrize("share", [0.01, 0.5, 0.999])
    def test_one_that_was_cut_off(self, cosmosim, result, share):
        whole = result.read_bytes()
        size = int(share * len(whole))
        result.write_bytes(whole[:size])
        assert self.refused(cosmosim) == (
            f"r.h5: error: is cut off: {size} bytes of {len(whole)}\n"
            "    hint: copy it again, or run the scenario again\n"
        )

    def test_a_later_format(self, cosmosim, result):
        with h5py.File(result, "r+") as file:
            file.attrs["format_version"] = 2
            tool = file.attrs["tool"]
        assert self.refused(cosmosim) == (
            f"r.h5: error: has format version 2, this program reads 1\n    hint: {tool} wrote it, and can read it\n"
        )

    @pytest.mark.parametrize(
        ("path", "value", "said"),
        [
            ("partitions/born", None, ": is not in the file"),
            ("partitions/born", ["0", "0", "0", "0"], ": does not hold numbers"),
            ("partitions/born", [[0.0, 2.0], [2.0, 6.0]], ": has 2 axes, expected 1"),
            ("partitions/born", [0.0], ": has 1 values along PartitionKeyRangeId, expected 4"),
            ("partitions/PartitionKeyRangeId", ["0", "1", "2", "x"], ": `x` is not a number"),
            ("lineage/edges/child", ["1", "2", "3", "9"], ": partition `9` is not there"),
            ("lineage/edges/container", ["docs", "docs", "docs", "x"], ": `x` is of no container"),
            ("lineage/events/partitions_after", ["9"] * 5, ": does not fit its throughputs and sizes"),
        ],
    )
    def test_parts_that_do_not_fit_together(self, cosmosim, result, path: str, value: Any, said: str):
        replace(result, path, value)
        text = self.refused(cosmosim)
        assert text.startswith(f"r.h5: error: runs/base/0/{path}{said}\n    hint: "), text

    @pytest.mark.parametrize(
        ("parents", "said"),
        [
            (["0", "0", "1", "3"], "a partition descends from itself"),
            (["0", "0", "1", "1"], "partition 3 came from partition 1 twice"),
            (["0", "0", "1", "9"], "partition 3 came from partition 9, which is not there"),
        ],
    )
    def test_edges_that_are_no_lineage(self, cosmosim, result, parents, said):
        replace(result, "lineage/edges/parent", parents)
        assert self.refused(cosmosim) == f"r.h5: error: runs/base/0/lineage/edges: {said}\n" + RUN_AGAIN


def replace(result: Path, path: str, value: Any) -> None:
    """Puts `value`, None for nothing, in the place of a dataset of the only replication."""
    with h5py.File(result, "r+") as file:
        group = file["runs/base/0"]
        del group[path]
        if value is not None:
            texts = isinstance(value[0], str)
            group.create_dataset(path, data=value, dtype=h5py.string_dtype() if texts else None)
