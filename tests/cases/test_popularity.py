"""Popularity and sizes from measured distributions, and of items that exist, through whole runs."""

from __future__ import annotations

from math import sqrt

import pytest

HEAD = "name: t\nclock: {duration: 60 s}\n"
RATE = 500
OPERATIONS = RATE * 60


@pytest.fixture
def run(cosmosim, tmp_path, data_dir):
    """Runs a scenario text beside the public data; gives the JSON of its only run."""

    def run_text(text: str) -> dict:
        (tmp_path / "s.yaml").write_text(HEAD + text)
        environment = {"COSMOSIM_DATA": str(data_dir)}
        outcome = cosmosim("run", "s.yaml", "--format", "json", "-o", "s.h5", cwd=tmp_path, code=0, env=environment)
        return outcome.json["runs"][0]

    return run_text


CACHE = """
populations: {keys: {count: 1000, popularity: {table: {file: cachelib-distributions/WORKLOAD.pop.json}}}}
items:
  entry:
    size: {table: {file: cachelib-distributions/WORKLOAD.sizes.json}}
    properties: {key: {population: keys}}
streams: {gets: {operation: point_read, charge: 1 RU, rate: RATE /s, spacing: even}}
containers: {kv: {partition_key: /key, throughput: {manual: 6000 RU/s}, stored: {entry: {items: 1000000}}}}
output: {hot_keys: 100}
"""

# Share of the requests on the hottest 0.1 %, 1 % and 10 % of the keys, and the mean value in bytes, as computed from
# the published files (key-value cache, graph leader edges and nodes, graph follower edges).
WORKLOADS = {
    "kvcache_reg": (0.57, 0.72, 0.87, 335),
    "graph_cache_leader_assocs": (0.24, 0.33, 0.55, 1423),
    "graph_cache_leader_fbobj": (0.024, 0.107, 0.372, 341),
    "graph_cache_follower_assocs": (0.345, 0.594, 0.858, 568),
}


@pytest.mark.parametrize("workload", WORKLOADS)
def test_cachelib_distributions_keep_their_shares_and_their_mean(run, workload) -> None:
    *shares, mean = WORKLOADS[workload]
    result = run(CACHE.replace("WORKLOAD", workload).replace("RATE", str(RATE)))
    (partition,) = result["partitions"]
    keys = [key["share"] for key in partition["hot_keys"]]
    assert len(keys) == 100
    # Of 1,000 keys the hottest 0.1 % is one. Half of the last digit, and five standard deviations of the draws.
    for hottest, share in zip((1, 10, 100), shares):
        tolerance = 0.005 + 5 * sqrt(share * (1 - share) / OPERATIONS)
        # Which ten of a thousand came first was decided by these draws, too: they cannot have less than their share.
        assert sum(keys[:hottest]) == pytest.approx(share, abs=tolerance)
    # A million items with 205 bytes of the service's own, and 15 % index.
    assert result["containers"]["kv"]["stored_gigabytes_at_start"] == pytest.approx((mean + 205) * 1.15e-3, rel=2e-3)


def test_popular_items_of_one_tenant_load_its_partition(run) -> None:
    # 3 tenants placed evenly on 3 partitions; item k belongs to tenant k mod 3. Of 9 items under zipf with theta 1
    # tenant j gets 1/(j+1) + 1/(j+4) + 1/(j+7) of H(9) = 2.828968: 49.24 %, 29.16 %, 21.60 %.
    result = run(
        """
populations: {tenants: {count: 3, popularity: in_turn, placement: even}}
items: {doc: {size: 1 KB, properties: {tenantId: {population: tenants}}}}
streams:
  reads:
    {operation: point_read, charge: 1 RU, rate: 500 /s, spacing: even, choose: {id: {existing: {zipf: {theta: 1}}}}}
containers:
  docs:
    partition_key: /tenantId
    throughput: {manual: 12000 RU/s}
    layout: {equal: 3}
    stored: {doc: {items: 9}}
"""
    )
    total = sum(1 / k for k in range(1, 10))
    for j, partition in enumerate(result["partitions"]):
        share = (1 / (j + 1) + 1 / (j + 4) + 1 / (j + 7)) / total
        (key,) = partition["hot_keys"]
        assert key["key"] == f"tenants-{j + 1}"
        deviation = sqrt(OPERATIONS * share * (1 - share))
        assert key["ru"] == pytest.approx(OPERATIONS * share, abs=5 * deviation)


def test_users_within_tenants_lie_where_their_tenants_do(run) -> None:
    # Key /userId: users are called tenants-1/users-1 and so on, 6 in all, in turn: 5,000 operations each.
    result = run(
        """
populations:
  tenants: {count: 2, popularity: in_turn}
  users: {within: tenants, count: 3, popularity: uniform}
items: {doc: {size: 1 KB, properties: {tenantId: {population: tenants}, userId: {population: users}}}}
streams: {writes: {operation: create, charge: 1 RU, rate: 500 /s, spacing: even}}
containers: {docs: {partition_key: /userId, throughput: {manual: 6000 RU/s}}}
"""
    )
    (partition,) = result["partitions"]
    used = {key["key"]: key["ru"] for key in partition["hot_keys"]}
    assert set(used) == {f"tenants-{t}/users-{u}" for t in (1, 2) for u in (1, 2, 3)}
    for tenant in (1, 2):
        assert sum(used[f"tenants-{tenant}/users-{u}"] for u in (1, 2, 3)) == OPERATIONS / 2
    for operations in used.values():
        assert operations == pytest.approx(OPERATIONS / 6, abs=5 * sqrt(OPERATIONS / 6))
