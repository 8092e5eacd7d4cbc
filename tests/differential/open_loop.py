"""Random scenarios from the open-loop grammar: populations, items, operations, arrivals, clients, designs.

Each is drawn with hypothesis, so a failing one is shrunk to the smallest that still fails. A YAML reader takes them as
JSON. Numbers are small: a run takes milliseconds, and a partition's budget is small enough to throttle now and then.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Scenario = dict[str, Any]


def maybe(fields: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Any of these fields, or none."""
    return st.fixed_dictionaries({}, optional=fields)


def one_key(**alternatives: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A map with one key that names its kind."""
    return st.one_of([st.fixed_dictionaries({name: value}) for name, value in alternatives.items()])


def whole(low: int, high: int, unit: str = "") -> st.SearchStrategy[Any]:
    numbers = st.integers(low, high)
    return numbers.map(lambda n: f"{n} {unit}") if unit else numbers


popularity = st.one_of(
    st.just("uniform"),
    st.just("in_turn"),
    one_key(
        zipf=st.fixed_dictionaries({"theta": st.sampled_from([0, 0.5, 0.99, 2])}),
        hotspot=st.just({"members": "20 %", "operations": "80 %"}),
        exponential=st.just({"members": "86 %", "operations": "95 %"}),
        lognormal=st.just({"sigma": 1.5}),
    ),
)


@st.composite
def populations(draw: st.DrawFn) -> Scenario:
    tenants = st.one_of(
        st.just({"members": {"A": 10, "B": 1000, "C": 1}}),
        st.fixed_dictionaries(
            {"count": whole(1, 40), "members": st.just({"B": "30 %"})}, optional={"popularity": popularity}
        ),
        st.fixed_dictionaries(
            {"count": whole(1, 200)},
            optional={"popularity": popularity, "placement": st.sampled_from(["hash", "random", "even"])},
        ),
    )
    found: Scenario = {"tenants": draw(tenants)}
    found["users"] = draw(
        st.one_of(
            st.fixed_dictionaries({"count": whole(1, 20), "within": st.just("tenants")}),
            st.fixed_dictionaries({"count": whole(1, 500)}, optional={"popularity": popularity}),
        )
    )
    return found


sizes = st.one_of(
    st.just("1 KB"),
    one_key(
        uniform=st.just({"min": "100 B", "max": "3 KB"}),
        exponential=st.just({"mean": "2 KB"}),
        lognormal=st.just({"median": "1 KB", "sigma": 0.7}),
        pareto=st.just({"scale": "500 B", "shape": 0.3}),
    ),
)
durations = st.one_of(
    whole(1, 400, "ms"),
    one_key(
        uniform=st.just({"min": "20 ms", "max": "180 ms"}),
        exponential=st.just({"mean": "150 ms", "min": "5 ms"}),
        lognormal=st.just({"median": "40 ms", "sigma": 0.5}),
    ),
)
ages = st.one_of(
    st.just("0 s"),
    one_key(uniform=st.just({"min": "0 d", "max": "700 d"}), exponential=st.just({"mean": "90 d"})),
)

ITEM = {
    "properties": {
        "tenantId": {"population": "tenants"},
        "userId": {"population": "users"},
        "year": {"time": "%Y", "as": "number"},
        "month": {"time": "%Y-%m"},
        "orderId": "unique",
        "bucket": {"bucket": 8},
        "shard": {"modulo": {"of": "orderId", "by": 5}},
        "tenantMonth": {"format": "{tenantId}-{month}"},
        "tenantBucket": {"format": "{tenantId}-{bucket}"},
        "kind": {"constant": "order"},
        "text": "unique",
        "group": {"modulo": {"of": "userId", "by": 3}},
        "tenantGroup": {"format": "{tenantId}-{group}"},
    },
}
KEYS: list[Any] = [
    "/tenantId", "/userId", "/orderId", "/id", "/month", "/tenantMonth", "/tenantBucket", "/shard", "/kind",
    ["/tenantId", "/userId"], ["/tenantId", "/year", "/orderId"], ["/tenantId", "/month"],
    ["/kind", "/tenantId", "/id"], "/tenantGroup", ["/bucket", "/tenantId", "/month"],
]
WHERE: list[list[Any]] = [
    [], ["tenantId"], ["userId"], ["tenantId", "userId"], ["tenantId", "year"], ["tenantId", "month", "orderId"],
    ["orderId"], ["id", "tenantId"], ["bucket", "tenantId"], [{"orderId": "range"}], ["tenantId", {"text": "scan"}],
]

# Of the users within few tenants: with more there could be more values than a request may list.
FEW_USERS = {"tenants": {"members": {"A": 10, "B": 1000, "C": 1}}, "users": {"count": 7, "within": "tenants"}}
ENUMERATED: list[list[str]] = [["bucket"], ["group"], ["bucket", "shard", "group", "kind"], ["userId"]]
LISTED = ["month", "year", "orderId", "id", "tenantId", "userId", "bucket", "shard"]


def with_lists(where: list[Any], lists: dict[str, int]) -> list[Any]:
    """The filter with IN lists of the properties that it does not name."""
    named = {name for one in where for name in ([one] if isinstance(one, str) else one)}
    return where + [{name: {"in": values}} for name, values in lists.items() if name not in named]


lists = st.dictionaries(st.sampled_from(LISTED), whole(1, 6), max_size=2)
wheres = st.one_of(st.sampled_from(WHERE), st.builds(with_lists, st.sampled_from(WHERE), lists))
queries = st.fixed_dictionaries(
    {"operation": st.just("query"), "where": wheres},
    optional={
        "returns": whole(0, 40),
        "order": st.sampled_from(["none", "sorted", "aggregate"]),
        "charge": st.just({"per_partition": "2.8 RU", "result": "2 RU"}),
    },
).map(lambda query: {**query, "loads": 60} if {"text": "scan"} in query["where"] else query)
point_reads = st.fixed_dictionaries(
    {"operation": st.just("point_read")},
    optional={
        "where": st.sampled_from([["id", "tenantId"], ["id"], ["id", {"tenantId": {"in": 3}}]]),
        "charge": whole(1, 9, "RU"),
    },
)
creates = st.fixed_dictionaries(
    {"operation": st.just("create")}, optional={"charge": whole(1, 30, "RU"), "batch": whole(1, 20)}
)
changes = st.fixed_dictionaries(
    {"operation": st.sampled_from(["replace", "patch"])}, optional={"changed_properties": whole(0, 5)}
)
others = st.fixed_dictionaries({"operation": st.sampled_from(["upsert", "delete"])})
operations = st.one_of(creates, point_reads, queries, changes, others)

factors = one_key(
    steps=st.just([{"at": "3 s", "factor": 3}, {"at": "6 s", "factor": 0.2}]),
    ramp=st.just({"start": "1 s", "stop": "7 s", "factor": 4}),
    daily=st.just([{"at": "00:00", "factor": 2}, {"at": "08:00", "factor": 0.5}]),
    diurnal=st.just({"amplitude": 0.8, "peak": "14:00"}),
    weekly=st.just({"thu": 0.5}),
    spike=st.just({"at": "2 s", "every": "4 s", "factor": 5, "length": "1 s"}),
    growth=st.just({"factor": 40, "every": "1 h"}),
)
rates = st.fixed_dictionaries(
    {"rate": whole(1, 200, "/s")},
    optional={
        "spacing": st.sampled_from(["poisson", "even"]),
        "shape": st.lists(factors, min_size=1, max_size=2),
    },
)
bursts = st.fixed_dictionaries(
    {
        "bursts": st.fixed_dictionaries(
            {"operations": whole(1, 300), "within": st.sampled_from(["0 s", "1 s", "3 s"])},
            optional={"every": st.just("4 s")},
        )
    },
)
bounds = maybe({"start": whole(0, 3, "s"), "stop": whole(4, 9, "s"), "limit": whole(1, 500)})

waits = st.one_of(
    st.just("service"), durations, st.just({"first": "50 ms", "factor": 2, "cap": "5 s", "jitter": "50 %"})
)
retries = st.one_of(
    st.sampled_from(["sdk_default", "none", "unlimited"]),
    maybe({"max": whole(0, 12), "max_wait": whole(1, 20, "s"), "wait": waits}),
)
clients = maybe(
    {
        "sdk": st.sampled_from(["dotnet", "java", "python", "js", "go", "go_old", "rust"]),
        "retries": retries,
        "round_trip": durations,
    }
)


def together(*parts: Scenario) -> Scenario:
    return {key: value for part in parts for key, value in part.items()}


of_operation = maybe({"age": ages, "choose": st.just({"tenantId": {"popularity": "uniform"}})})
mixes = st.tuples(operations, operations).map(
    lambda two: {"mix": {"a": {"share": "30 %", **two[0]}, "b": {"share": "70 %", **two[1]}}}
)
streams = st.builds(
    together,
    st.one_of(st.builds(together, operations, of_operation), mixes),
    st.one_of(rates, bursts),
    bounds,
    maybe({"client": clients}),
)


@st.composite
def designs(draw: st.DrawFn) -> Scenario:
    partitions = draw(whole(1, 6))
    return {
        "partition_key": draw(st.sampled_from(KEYS)),
        "throughput": {"manual": f"{100 * max(4 * partitions, draw(whole(4, 60)))} RU/s"},
        "layout": {"equal": partitions},
        **draw(maybe({"enumerate": st.sampled_from(ENUMERATED)})),
    }


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    names = [f"s{i}" for i in range(draw(whole(1, 4)))]
    drawn = {name: draw(streams) for name in names}
    design = draw(designs())
    if "/id" in design["partition_key"]:  # a batch has one logical partition, here of one item
        for stream in drawn.values():
            for operation in (stream, *stream.get("mix", {}).values()):
                operation.pop("batch", None)
    return {
        "name": "random",
        "clock": {"duration": "10 s"},
        "experiment": {"seed": draw(whole(0, 1000))},
        "model": draw(
            maybe(
                {
                    "ratelimit": st.sampled_from(["debt", "strict_second"]),
                    "retry_after": st.sampled_from(["until_positive", "end_of_second", "300 ms"]),
                    "latency": st.just({"read": {"exponential": {"mean": "2 ms"}}, "write": "5 ms"}),
                    "burst_at_start": st.sampled_from(["0 %", "1 %", "100 %"]),
                }
            )
        ),
        "account": draw(maybe({"burst_capacity": st.booleans()})),
        "client": draw(
            maybe(
                {
                    "cache": one_key(hit_share=st.sampled_from(["0 %", "40 %"]), ttl=whole(0, 5, "s")),
                    "timeout": whole(5, 3000, "ms"),
                }
            )
        ),
        "populations": FEW_USERS if "userId" in design.get("enumerate", []) else draw(populations()),
        "items": {"order": {"size": draw(sizes), **ITEM}},
        "streams": drawn,
        "containers": {"orders": design},
    }
