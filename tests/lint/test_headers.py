"""Each header compiles alone, so that the order of includes never matters.

One object a header, built by ninja below build/headers/<compiler>: only what changed is compiled again.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FLAGS = "-std=c++20 -O0 -march=x86-64-v2 -Wall -Wextra -Werror"
# Where Debian puts the headers of Eigen and HDF5.
LIBRARIES = "-isystem /usr/include/eigen3 -isystem /usr/include/hdf5/serial"


def complaints(compiler: str, headers: list[Path], top: Path, build: Path) -> str:
    """What the compiler says of the headers (below `top`), each included alone; "" when it says nothing."""
    build.mkdir(parents=True, exist_ok=True)
    launcher = "ccache " if shutil.which("ccache") else ""
    rules = [
        "rule compile",
        f"  command = {launcher}{compiler} {FLAGS} {LIBRARIES} -I{top} -MMD -MF $out.d -c $in -o $out",
        "  depfile = $out.d",
        "  deps = gcc",
        "  description = $in",
    ]
    for header in headers:
        name = header.relative_to(top).as_posix()
        source = build / f"{name}.cpp"
        text = f'#include "{name}"\n'
        if not source.exists() or source.read_text() != text:
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text)
        rules.append(f"build {name}.o: compile {name}.cpp")
    (build / "build.ninja").write_text("\n".join(rules) + "\n")
    done = subprocess.run(["ninja", "--quiet", "-k", "0"], capture_output=True, text=True, cwd=build)
    return done.stdout + done.stderr if done.returncode else ""


def headers_of(cpp_files: list[Path]) -> list[Path]:
    return [f for f in cpp_files if f.suffix == ".h"]


def test_each_header_compiles_alone(cpp_files: list[Path], repository: Path) -> None:
    said = complaints("g++", headers_of(cpp_files), repository, repository / "build/headers/g++")
    assert not said, said


@pytest.mark.slow
def test_each_header_compiles_alone_with_the_second_compiler(cpp_files: list[Path], repository: Path) -> None:
    if not shutil.which("clang++"):
        pytest.skip("clang++ is not installed; tests/run --all installs it")
    said = complaints("clang++", headers_of(cpp_files), repository, repository / "build/headers/clang++")
    assert not said, said


def test_a_header_that_needs_another_is_seen(tmp_path: Path) -> None:
    good, lonely = tmp_path / "good.h", tmp_path / "lonely.h"
    good.write_text("#pragma once\n#include <string>\n")
    lonely.write_text("#pragma once\ninline std::string name() { return {}; }\n")
    assert complaints("g++", [good], tmp_path, tmp_path / "build") == ""
    assert "lonely.h" in complaints("g++", [good, lonely], tmp_path, tmp_path / "build")


def test_each_header_is_guarded_once(cpp_files: list[Path]) -> None:
    unguarded = [str(f) for f in headers_of(cpp_files) if "#pragma once" not in f.read_text().splitlines()]
    assert not unguarded, "\n".join(unguarded)
