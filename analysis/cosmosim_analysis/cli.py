"""The command line of analysis/plot. Exit codes: 0 drawn, 1 the environment fails, 2 wrong input."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

EXAMPLES = """\
examples:
  analysis/plot out/saas-orders.h5                            out/saas-orders.png, a panel a variant
  analysis/plot out/saas-orders.h5 --variant hpk -o hpk.png   one variant alone

exit codes: 0 drawn, 1 the environment fails (disk, packages), 2 wrong input"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="analysis/plot",
        description="Draws how busy each physical partition was over time (normalized RU consumption), "
        "and where requests were throttled, from a result file of cosmosim.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("result", metavar="RESULT", type=Path, help="result file (HDF5)")
    parser.add_argument("--variant", metavar="NAME", help="the variant to draw; default: all, one panel each")
    parser.add_argument("--replication", metavar="N", type=int, default=0, help="the replication to draw (default: 0)")
    parser.add_argument("-o", "--output", metavar="FILE.png", type=Path, help="default: RESULT with the ending .png")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not print the picture's path")
    return parser


def _draw(arguments: argparse.Namespace) -> bytes:
    """The picture as PNG."""
    import io

    from .load import open_result, open_run
    from .plots import heat_map

    result = open_result(arguments.result)
    variants = result.variants if arguments.variant is None else [arguments.variant]
    runs = [open_run(result, variant, arguments.replication) for variant in variants]
    picture = io.BytesIO()
    # No name or version of the drawing program: equal results give equal pictures.
    heat_map(result, runs).savefig(picture, format="png", metadata={"Software": None})
    return picture.getvalue()


def _store(picture: bytes, path: Path) -> None:
    """Writes the file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(picture)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _fail(code: int, message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return code


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; arguments default to those of the process."""
    parsed = _parser().parse_args(arguments)
    try:
        from .load import ResultError
    except ImportError as error:
        return _fail(1, f"{error}\n    hint: the packages are python3-h5py, python3-xarray, python3-h5netcdf")
    output = parsed.output or parsed.result.with_suffix(".png")
    if output.suffix != ".png":
        return _fail(2, f"{output}: pictures are PNG, so the name ends in .png")
    try:
        picture = _draw(parsed)
    except ResultError as error:
        return _fail(2, str(error))
    except ImportError as error:
        return _fail(1, f"{error}\n    hint: the packages are python3-matplotlib, python3-xarray, python3-h5netcdf")
    try:
        _store(picture, output)
    except OSError as error:
        return _fail(1, f"write {output}: {error.strerror}")
    if not parsed.quiet:
        print(output)
    return 0
