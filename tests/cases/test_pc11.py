"""PC-11: a hierarchical key does not by itself spread a hot tenant."""

from __future__ import annotations

import pytest


def test_five_tenants_share_three_partitions_on_average(run_case) -> None:
    report = run_case("pc11-placement")
    used = report.runs["base"]["containers"]["c"]["partitions_used"]
    assert len(used) == 2000
    assert sum(used) / 2000 == pytest.approx(3.36, abs=0.06), "PC-11.a"
    assert sum(n == 5 for n in used) / 2000 == pytest.approx(0.038, abs=0.012), "PC-11.a"


def test_the_hot_tenant_has_one_partition_and_other_keys_have_all(run_case) -> None:
    runs = run_case("pc11", "--variant", "all").runs
    hpk = runs["hpk"]
    assert hpk["metrics"]["first_attempt_throttled_share"]["mean"] == pytest.approx(0.167, abs=0.01), "PC-11.b"
    assert sum(p["attempts"] > 0 for p in hpk["partitions"]) == 1, "PC-11.b"
    for variant in ("id", "synthetic"):
        assert runs[variant]["metrics"]["first_attempt_throttled_share"]["mean"] <= 0.001, f"PC-11.c {variant}"
        assert all(p["attempts"] > 0 for p in runs[variant]["partitions"]), f"PC-11.c {variant}"


def test_scaling_out_does_not_cut_the_hot_tenant(run_case) -> None:
    run = run_case("pc11", "--variant", "scaled").runs["scaled"]
    assert [p["id"] for p in run["partitions"]] == [str(i) for i in range(5, 15)]
    assert run["metrics"]["throttled_share"]["mean"] == pytest.approx(1 - 10 / 12, abs=0.01), "PC-11.d"
    assert sum(p["attempts"] > 0 for p in run["partitions"]) == 1, "PC-11.d"


@pytest.mark.parametrize(("variant", "ceiling"), [("grown", 16_667), ("grown-inherit", 10_000)])
def test_a_split_inside_the_tenant_raises_its_ceiling(run_case, variant, ceiling) -> None:
    run = run_case("pc11", "--variant", variant).runs[variant]
    holding = [p for p in run["partitions"] if p["attempts"] > 0 and p["ended_s"] is None]
    assert len(holding) == 2, "PC-11.e: on two partitions"
    assert sum(p["consumed_ru"] for p in holding) == pytest.approx(ceiling, rel=0.02), "PC-11.e"
    assert not any(e["rule"] == "PART-03" for e in run["replications"][0]["events"]), "PC-11.e: no wall at 50 GB"
