"""What the service would refuse is refused with the rule's id, and what is stored counts with its index."""

from __future__ import annotations

import pytest

REFUSALS = {
    # A stated layout is there before the first setting: 4 partitions give 40,000 at most.
    "containers.c={partition_key: /key, throughput: {manual: 50000 RU/s}, layout: {equal: 4}}":
        "more than 4 physical partitions can give (PART-04, SCALE-02)",
    "containers.c.throughput.manual=450 RU/s": "`450 RU/s` is off the step (SCALE-12)",
    "containers.c.history=[{manual: 1000100 RU/s}]": "`1000100 RU/s` is above the quota (PART-05)",
    # 50,000 RU/s once: a hundredth of it, 500 RU/s, ever after.
    "containers.c.history=[{manual: 50000 RU/s}]": "`400 RU/s` is below the minimum of 500 RU/s (SCALE-09)",
    # 500 GB and 15 % index are 575 GB: 1 RU/s for each (PART-12).
    "containers.c.stored.doc.data=500 GB": "`400 RU/s` is below the minimum of 575 RU/s (SCALE-09)",
    "containers.c.layout={cuts: [{key: [hot], at: 50 %}]}": "is a full key: one place, which cannot be cut (SPLIT-04)",
    "containers.c.partition_key={paths: [/key, /id], kind: Hash}": "several paths are a hierarchical key",
    "containers.c.partition_key=[/key, /id, /a, /b]": "has 4 paths",
    "items.doc.size=3 MB": "is above 2 MiB (PART-10)",
}


@pytest.mark.parametrize("change", REFUSALS)
def test_a_refusal_names_its_rule(cosmosim, repository, change: str) -> None:
    outcome = cosmosim("run", repository / "tests/cases/pc02.yaml", "--set", change, code=2)
    assert REFUSALS[change] in outcome.stderr
    assert outcome.stdout == ""


def test_the_price_is_that_of_throughput_and_of_storage_with_its_index(run_case) -> None:
    container = run_case("pc02", "--variant", "as-it-happened").runs["as-it-happened"]["containers"]["c"]
    assert container["stored_gigabytes_at_start"] == pytest.approx(5 * 1.15)
    # PRICE-01: 400 RU/s x 0.008 $ / 100 x 730 h = 23.36 $. PRICE-05: 5.75 GB x 0.25 $ = 1.4375 $.
    assert container["monthly_price_usd"] == pytest.approx(23.36 + 1.4375)
