"""Plain rules for every text file of the project."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = {".h", ".cpp", ".py", ".md", ".yaml", ".yml", ".txt", ".json", ".ini", ".toml", ".csv", ".cmake", ""}
# Files whose exact bytes are the point: seeds of the fuzz targets and data that others published.
AS_THEY_ARE = ("tests/fuzz/corpus/", "tests/data/")
LEFT_OVER = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b")


def texts(files: list[Path], top: Path) -> dict[str, str]:
    """Relative path -> content of each text file that people write."""
    found = {}
    for file in files:
        path = file.relative_to(top).as_posix()
        if file.suffix in TEXT and not path.startswith(AS_THEY_ARE):
            found[path] = file.read_bytes().decode()
    assert "CMakeLists.txt" in found and "tests/run" in found
    return found


def test_no_line_ends_in_space(files: list[Path], repository: Path) -> None:
    found = [
        f"{path}:{number}"
        for path, text in texts(files, repository).items()
        for number, line in enumerate(text.split("\n"), 1)
        if line != line.rstrip()
    ]
    assert not found, "\n".join(found)


def test_every_file_ends_with_one_newline(files: list[Path], repository: Path) -> None:
    found = [p for p, text in texts(files, repository).items() if text and (text[-1] != "\n" or text.endswith("\n\n"))]
    assert not found, "\n".join(found)


def test_no_tabs_in_code(files: list[Path], repository: Path) -> None:
    code = (".h", ".cpp", ".py")
    found = [path for path, text in texts(files, repository).items() if path.endswith(code) and "\t" in text]
    assert not found, "\n".join(found)


def test_no_lines_over_120_columns_in_code(files: list[Path], repository: Path) -> None:
    code = (".h", ".cpp", ".py")
    found = [
        f"{path}:{number}: {len(line)}"
        for path, text in texts(files, repository).items()
        if path.endswith(code)
        for number, line in enumerate(text.split("\n"), 1)
        if len(line) > 120
    ]
    assert not found, "\n".join(found)


def test_nothing_is_marked_as_left_over(files: list[Path], repository: Path) -> None:
    found = [path for path, text in texts(files, repository).items() if LEFT_OVER.search(text)]
    assert not found, "\n".join(found)
