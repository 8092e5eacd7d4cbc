"""Every shipped scenario gives the numbers that were approved, from every build, on every number of threads."""

from __future__ import annotations

from pathlib import Path

import golden_runs
import pytest


def call_of(program) -> golden_runs.Call:
    return golden_runs.call_of(program.path)


def test_every_shipped_scenario_has_a_short_run_and_an_approved_digest() -> None:
    assert golden_runs.scenario_names() == sorted(golden_runs.SHORT_RUNS)
    assert golden_runs.scenario_names() == sorted(golden_runs.approved())


def test_digests_are_written_in_the_one_sorted_form() -> None:
    assert golden_runs.DIGESTS.read_text() == golden_runs.as_text(golden_runs.approved())


@pytest.mark.parametrize("scenario", golden_runs.scenario_names())
def test_a_scenario_gives_the_approved_numbers(scenario: str, cosmosim, tmp_path: Path) -> None:
    found = golden_runs.golden_of(scenario, call_of(cosmosim), tmp_path)
    changed = golden_runs.differences({scenario: golden_runs.approved()[scenario]}, {scenario: found})
    assert not changed, "meant? then run tests/golden/approve\n" + "\n".join(changed)


@pytest.mark.parametrize("scenario", golden_runs.scenario_names())
def test_the_number_of_threads_changes_nothing(scenario: str, cosmosim, tmp_path: Path) -> None:
    one, many = (
        golden_runs.golden_of(scenario, call_of(cosmosim), tmp_path, ["--threads", threads]) for threads in ("1", "5")
    )
    assert golden_runs.differences(one, many) == []


@pytest.mark.parametrize(
    "scenario",
    [name for name in golden_runs.scenario_names() if name not in golden_runs.STAGED | golden_runs.BY_RATES],
)
def test_the_executor_changes_nothing(scenario: str, cosmosim, tmp_path: Path) -> None:
    events, settled = (
        golden_runs.golden_of(scenario, call_of(cosmosim), tmp_path, ["--set", f"experiment.executor={executor}"])
        for executor in ("events", "settled")
    )
    assert golden_runs.differences(events, settled) == []


def test_another_seed_gives_other_numbers(cosmosim, tmp_path: Path) -> None:
    # A fingerprint that did not depend on the draws would pass every test above.
    call = call_of(cosmosim)
    found = golden_runs.golden_of("saas-orders", call, tmp_path, ["--seed", "43"])
    for variant, golden in golden_runs.approved()["saas-orders"].items():
        assert found[variant]["fingerprints"].keys() == golden["fingerprints"].keys()
        assert not set(found[variant]["fingerprints"].values()) & set(golden["fingerprints"].values())


@pytest.mark.binaries
@pytest.mark.parametrize("scenario", golden_runs.scenario_names())
def test_every_build_gives_the_approved_numbers(scenario: str, cosmosim_builds, tmp_path: Path) -> None:
    expected = {scenario: golden_runs.approved()[scenario]}
    changed = {
        name: golden_runs.differences(expected, {scenario: golden_runs.golden_of(scenario, call_of(build), tmp_path)})
        for name, build in cosmosim_builds.items()
    }
    assert len(changed) >= 2
    assert not any(changed.values()), changed
