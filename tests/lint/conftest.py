"""What the lint tests look at: the files of the tree, without builds and outputs."""

from __future__ import annotations

from pathlib import Path

import pytest

SKIPPED = {"build", "out", "__pycache__", ".git", ".cache", ".pytest_cache"}


def walk(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        if path.name in SKIPPED or path.name.startswith("build-") or path.is_symlink():
            continue
        found += walk(path) if path.is_dir() else [path]
    return found


@pytest.fixture(scope="session")
def files(repository: Path) -> list[Path]:
    """Every file of the project, sorted."""
    return walk(repository)


@pytest.fixture(scope="session")
def cpp_files(files: list[Path], repository: Path) -> list[Path]:
    """The C++ files of sim/ and models/: there are always some."""
    folders, suffixes = ("sim", "models"), (".h", ".cpp")
    inside = [f for f in files if f.relative_to(repository).parts[0] in folders and f.suffix in suffixes]
    assert len(inside) > 3
    return inside
