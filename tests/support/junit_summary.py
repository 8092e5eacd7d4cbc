#!/usr/bin/python3
"""Sums a JUnit report as ctest and pytest write it.

usage: junit_summary.py REPORT.xml

Prints `PASSED FAILED SKIPPED` on the first line, then one line for each skipped test: its name and why.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree


def reason(case: ElementTree.Element, skipped: ElementTree.Element | None) -> str:
    """pytest says why in the element, GoogleTest in its output, after the line that ends in `Skipped`."""
    lines = [line.strip() for line in (case.findtext("system-out") or "").splitlines()]
    for line, following in zip(lines, lines[1:]):
        if line.endswith(": Skipped"):
            return following
    message = "" if skipped is None else skipped.get("message", "")
    return message or "disabled"


def main(path: str) -> None:
    passed = failed = 0
    skips: list[str] = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif skipped is not None or case.get("status") in ("disabled", "notrun"):
            name = case.get("name", "")
            module = case.get("classname", name)
            skips.append(f"{name if module == name else module + '::' + name}: {reason(case, skipped)}")
        else:
            passed += 1
    print(passed, failed, len(skips))
    for line in skips:
        print(line)


if __name__ == "__main__":
    main(sys.argv[1])
