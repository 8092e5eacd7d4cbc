"""Who may include whom: the layers of the architecture, and each library behind its own folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# Folder -> what its files may include besides their own folder. The longest prefix of a file's folder decides;
# an entry that ends in .h allows that header alone.
MODELS = ["models", "sim/core", "sim/stats", "sim/results/frame.h"]
LAYERS: dict[str, list[str]] = {
    "sim/core": [],
    "sim/text": ["sim/core"],
    "sim/config": ["sim/core", "sim/text"],
    "sim/stats": ["sim/core"],
    "sim/results": ["sim/core", "sim/text"],
    "sim/tool": ["sim", "models"],
    "models": MODELS,
    "models/scenario": [*MODELS, "sim/config", "sim/text"],
    "models/experiment": [*MODELS, "sim/results"],
    "models/findings": MODELS,
}
# The folders of models/ that stand above the others, lowest first: each may include those before it.
STOREYS = ["models/scenario", "models/experiment", "models/findings"]

# Library, told by how its headers begin -> the folders that may include it.
LIBRARIES: dict[str, list[str]] = {
    "yaml-cpp/": ["sim/config"],
    "hdf5": ["sim/results"],
    "H5": ["sim/results"],
    "boost/program_options": ["sim/tool"],
    "boost/math": ["sim/stats"],
    "boost/graph": ["models", "sim/stats"],
    "boost/": ["models", "sim/stats"],
    "Eigen/": ["models", "sim/stats"],
    "nlohmann/": ["sim/text"],
    "zlib.h": ["sim/text"],
    "fmt/": ["sim/config", "sim/text", "sim/stats", "sim/results", "sim/tool", "models"],
}
# The system's own headers; sim/core keeps to the standard library and the processor, but for one wish that only the
# system can grant: large pages.
SYSTEM = re.compile(r"(sys/\w+|unistd|fcntl|signal|poll|termios|errno|dlfcn)\.h")
SYSTEM_IN_CORE = {"sim/core/large_vector.h": "sys/mman.h"}
PROCESSOR = re.compile(r"(\w*intrin|cpuid|arm_neon)\.h")
STANDARD = re.compile(r"[a-z0-9_]+")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def storey(path: str) -> int:
    """How high the file at `path` stands within models/; 0 for the models themselves."""
    return max((level for level, folder in enumerate(STOREYS, 1) if inside(path, folder)), default=0)


def home(path: str, table: dict[str, list[str]]) -> str:
    """The longest key of `table` that `path` begins with."""
    matching = [key for key in table if path.startswith(key)]
    return max(matching, key=len, default="")


def fault(path: str, quote: str, name: str) -> str | None:
    """Why the file at `path` may not include `name`, or None."""
    folder = path.rpartition("/")[0]
    layer = max((key for key in LAYERS if inside(folder, key)), key=len, default="")
    if quote == '"':
        if not re.match(r"(sim|models)/", name):
            return "name it from the top of the tree"
        allowed = [folder, layer, *LAYERS.get(layer, [])] if layer else [folder, "sim/core"]
        climbs = inside(folder, "models") and storey(name) > storey(path)
        if climbs or not any(inside(name, a) for a in allowed):
            return f"{layer or folder} does not stand above {name.rpartition('/')[0]}"
        return None
    if STANDARD.fullmatch(name) or PROCESSOR.fullmatch(name):
        return None
    if SYSTEM.fullmatch(name):
        allowed_here = layer != "sim/core" or SYSTEM_IN_CORE.get(path) == name
        return None if allowed_here else "sim/core keeps to the standard library"
    library = home(name, LIBRARIES)
    if not library:
        return "unknown library: add it to this table, or use the C++ name of a C header"
    if not any(inside(folder, f) for f in LIBRARIES[library]):
        return f"only {', '.join(LIBRARIES[library])} may use {library}"
    return None


def test_every_include_follows_the_layers(cpp_files: list[Path], repository: Path) -> None:
    faults = []
    for file in cpp_files:
        path = file.relative_to(repository).as_posix()
        for match in INCLUDE.finditer(file.read_text()):
            why = fault(path, match[1], match[2])
            if why:
                faults.append(f"{path} includes {match[2]}: {why}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("path", "include"),
    [
        ("sim/core/rng.h", '"sim/text/json.h"'),
        ("sim/core/rng.h", "<fmt/format.h>"),
        ("sim/core/rng.cpp", "<unistd.h>"),
        ("sim/text/json.h", '"sim/config/node.h"'),
        ("sim/stats/summary.h", '"sim/text/json.h"'),
        ("sim/results/frame.h", '"sim/tool/format.h"'),
        ("sim/config/node.h", "<nlohmann/json.hpp>"),
        ("sim/tool/main.cpp", "<yaml-cpp/yaml.h>"),
        ("models/world/world.h", '"sim/config/node.h"'),
        ("models/world/world.h", '"sim/results/h5_writer.h"'),
        ("models/world/world.h", '"models/scenario/scenario.h"'),
        ("models/scenario/scenario.h", '"models/experiment/plan.h"'),
        ("models/experiment/plan.h", '"models/findings/findings.h"'),
        ("models/scenario/scenario.h", "<boost/program_options.hpp>"),
        ("models/keys/key_point.h", '"key_range.h"'),
        ("models/partition/lineage.cpp", "<hdf5.h>"),
        ("models/partition/lineage.cpp", "<math.h>"),
    ],
)
def test_an_include_against_the_layers_is_seen(path: str, include: str) -> None:
    assert fault(path, include[0], include[1:-1])


@pytest.mark.parametrize(
    ("path", "include"),
    [
        ("sim/core/rng.cpp", "<immintrin.h>"),
        ("sim/core/rng.cpp", "<cstdint>"),
        ("sim/config/fields.h", '"sim/text/diagnostics.h"'),
        ("sim/results/h5_handle.h", "<hdf5.h>"),
        ("models/world/world.h", '"models/partition/partition_map.h"'),
        ("models/world/world.h", '"sim/results/frame.h"'),
        ("models/scenario/scenario_io.cpp", '"sim/config/node.h"'),
        ("models/experiment/plan.cpp", '"sim/results/h5_writer.h"'),
        ("models/experiment/plan.cpp", '"models/scenario/scenario.h"'),
        ("models/findings/findings.h", '"models/experiment/plan.h"'),
        ("sim/tool/cmd_run.cpp", '"models/experiment/plan.h"'),
        ("sim/tool/options.cpp", "<boost/program_options.hpp>"),
    ],
)
def test_an_include_along_the_layers_passes(path: str, include: str) -> None:
    assert fault(path, include[0], include[1:-1]) is None
