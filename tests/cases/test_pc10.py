"""PC-10: the 20 GB wall."""

from __future__ import annotations

import h5py
import pytest


def wall(run):
    """Second at which the key was full, and at which the warning came; None where neither did."""
    events = run["replications"][0]["events"]
    full = [e["at_s"] for e in events if e["rule"] == "PART-03" and "of log is full" in e["text"]]
    warned = [e["at_s"] for e in events if e["rule"] == "PART-02" and "of log holds" in e["text"]]
    return (full or [None])[0], (warned or [None])[0]


@pytest.mark.parametrize(("variant", "seconds"), [("single", 200_000), ("binary", 214_748), ("more-ru", 200_000)])
def test_the_wall_comes_when_the_bytes_say_and_more_throughput_moves_it_not(run_case, variant, seconds) -> None:
    run = run_case("pc10", "--variant", variant).runs[variant]
    full, warned = wall(run)
    assert full == pytest.approx(seconds, rel=0.01), "PC-10.a, PC-10.c"
    assert warned == pytest.approx(0.8 * seconds, rel=0.01), "PC-10.e"
    hot, rest = run["streams"]["hot"], run["streams"]["rest"]
    # Ten a second from the wall to the end, at second 216,000: all of them full, none throttled, none sent again.
    assert hot["storage_full"] == hot["failed"] == pytest.approx(10 * (216_000 - full), rel=0.02), "PC-10.b"
    assert hot["attempts"] + hot["storage_full"] == hot["operations"], "PC-10.b"
    assert rest["failed"] == rest["storage_full"] == 0, "PC-10.b"
    largest = run["containers"]["c"]["largest_logical_partition_bytes"]
    assert largest == pytest.approx(seconds * 100_000, rel=1e-4), "within the second in which it was full"
    assert [f["id"] for f in run["findings"]].count("F-WALL") == 1


def test_a_second_level_of_the_key_takes_the_wall_away(run_case) -> None:
    run = run_case("pc10", "--variant", "hpk").runs["hpk"]
    assert run["streams"]["hot"]["failed"] == 0, "PC-10.c"
    assert wall(run) == (None, None)


def test_the_trend_of_the_first_tenth_tells_the_wall(run_case, tmp_path) -> None:
    run_case("pc10", "--variant", "single")
    with h5py.File(tmp_path / "result.h5") as file:
        storage = file["runs/single/0/storage"]
        assert storage["full_at"][0, 0] == pytest.approx(200_000, rel=0.05), "PC-10.d: the bin that ends after 6 h"
        assert storage["LargestLogicalPartition"][0, 0] == pytest.approx(21_600 * 100_000, rel=0.01)
