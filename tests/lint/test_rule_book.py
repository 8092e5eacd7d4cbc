"""models/README.md, the rule book: it knows every rule that is cited and names only files that are there."""

from __future__ import annotations

import re
from pathlib import Path

TOPICS = "PART|SCALE|SPLIT|MERGE|REDIS|HPK|AUTO|BURST|SERV|SHARED|PRIO|BUCK|RATE|RU|QUERY|REPL|OPS|MON|PRICE"
RULE = re.compile(rf"\b(?:{TOPICS})-\d\d[a-z]?\b")
RANGE = re.compile(rf"\b(({TOPICS})-)(\d\d) to \2-(\d\d)\b")
FILE = re.compile(r"`([a-z_]+(?:/[a-z_0-9]+)*\.(?:h|cpp|py))`")
HEADINGS = ("Rules that are built", "Readings", "Known but not built yet", "Words")


def book(repository: Path) -> str:
    return (repository / "models/README.md").read_text(encoding="utf-8")


def known_rules(text: str) -> set[str]:
    """Ids written out and those inside `X-01 to X-05`."""
    known = set(RULE.findall(text))
    for prefix, _, first, last in RANGE.findall(text):
        known |= {f"{prefix}{number:02}" for number in range(int(first), int(last) + 1)}
    return known


def test_every_rule_that_is_cited_is_in_the_book(files: list[Path], repository: Path) -> None:
    known = known_rules(book(repository))
    cited = {
        (rule, file.relative_to(repository).as_posix())
        for file in files
        if file.suffix in (".h", ".cpp", ".py", ".yaml", ".md") and file.name != Path(__file__).name
        for rule in RULE.findall(file.read_text(encoding="utf-8", errors="replace"))
    }
    assert len({rule for rule, _ in cited}) > 40
    assert not [f"{path}: {rule}" for rule, path in sorted(cited) if rule not in known]


def test_every_file_that_the_book_names_is_there(repository: Path) -> None:
    named = set(FILE.findall(book(repository)))
    assert len(named) > 40
    missing = [n for n in sorted(named) if not any((repository / top / n).is_file() for top in ("models", "tests"))]
    assert not missing


def rows(text: str) -> dict[str, list[str]]:
    """Ids of each rule that is built -> the cells behind them: rule, source, parameter, code, test."""
    built = text[text.index("## Rules that are built") : text.index("## Readings")]
    lines = [line.strip("|").split("|") for line in built.splitlines() if re.match(rf"\| (?:{TOPICS})-\d", line)]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_every_rule_that_is_built_says_where_from_where_and_how_it_is_tested(repository: Path) -> None:
    found = rows(book(repository))
    assert len(found) > 50
    for ids, cells in found.items():
        assert len(cells) == 5, ids
        rule, source, _, code, test = cells
        assert rule and source and re.search(r"\b(DOC|SDK|OBS|INF|readings|fitted|documented)\b", source), ids
        assert FILE.findall(code) and all((repository / "models" / name).is_file() for name in FILE.findall(code)), ids
        assert FILE.findall(test) and all((repository / "tests" / name).is_file() for name in FILE.findall(test)), ids


def test_every_rule_that_the_models_cite_has_a_row_of_its_own(repository: Path) -> None:
    own = {rule for ids in rows(book(repository)) for rule in known_rules(ids)}
    sources = [file for file in sorted((repository / "models").rglob("*")) if file.suffix in (".h", ".cpp")]
    cited = {(rule, file.name) for file in sources for rule in RULE.findall(file.read_text(encoding="utf-8"))}
    assert len({rule for rule, _ in cited}) > 40
    assert not [f"{name}: {rule}" for rule, name in sorted(cited) if rule not in own]


def test_the_book_has_its_parts_and_a_reading_for_every_model_parameter(repository: Path) -> None:
    text = book(repository)
    assert [f"## {heading}" for heading in HEADINGS] == [line for line in text.splitlines() if line.startswith("## ")]
    config = (repository / "models/scenario/config/experiment_config.h").read_text(encoding="utf-8")
    fields = config[config.index("struct ModelConfig") :].partition("for (const char* name")[0]
    parameters = re.findall(r'v\.optional\("(\w+)"', fields)
    assert len(parameters) >= 8
    readings = text[text.index("## Readings") : text.index("## Known")]
    assert not [name for name in parameters if f"`model.{name}`" not in readings]
