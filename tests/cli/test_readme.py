"""What README.md says can be done can be done."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def readme(repository: Path) -> str:
    return (repository / "README.md").read_text()


def test_the_python_example_runs_as_printed(readme: str, repository: Path, cosmosim, tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    (tmp_path / "out").mkdir()
    short = ("--set", "clock.duration=10s", "--set", "clock.warmup=0s", "--replications", "1", "--quiet")
    scenario = repository / "scenarios/saas-orders.yaml"
    # One of the variants meets all objectives, hence 0.
    cosmosim("run", scenario, "--variant", "all", *short, "-o", "out/saas-orders.h5", code=0)
    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    tenant, hierarchical, bucket = done.stdout.splitlines()
    assert re.match(r"tenant: [78]\d\.\d% of attempts throttled; .*'1': 100\.0[,}]", tenant), tenant
    assert hierarchical.removeprefix("hpk") == tenant.removeprefix("tenant")
    assert bucket.startswith("tenant-bucket: 0.0% of attempts throttled;")


def test_every_package_that_is_installed_is_explained(readme: str, repository: Path) -> None:
    packages = re.findall(r'^  "(\S+) (?:command|header|module):', (repository / "sim/bootstrap").read_text(), re.M)
    assert len(packages) > 20
    explained = set(re.findall(r"[\w+.-]+", readme.split("## Dependencies", 1)[1].split("## ", 1)[0]))
    assert not [package for package in packages if package not in explained]


def test_every_folder_is_on_the_map(readme: str, repository: Path) -> None:
    tree = readme.split("## The tree", 1)[1]
    named = set(re.findall(r"[\w-]+", tree))
    folders = {p.name for top in ("sim", "models") for p in (repository / top).iterdir() if p.is_dir()}
    assert folders and not folders - named


def test_links_lead_somewhere(readme: str, repository: Path) -> None:
    for page, text in {"": readme, "scenarios": (repository / "scenarios/README.md").read_text()}.items():
        targets = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text)
        assert targets
        for target in (link or image for link, image in targets):
            assert (repository / page / target).exists(), target
