"""Pictures of runs. Functions take what load.py gives and return matplotlib Figures; they read and write no files."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import xarray
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from .load import Result, ResultError, Run

MAX_COLUMNS = 1200
"""More time bins than that are joined, keeping the highest value, so that no single hot bin is lost between pixels."""

MAX_PANELS = 40
"""More runs than that do not make a picture that one can read."""

_ROW_INCHES = 0.24  # of a partition
_PANEL_INCHES = 12.0  # at most, for all its partitions: beyond 50 the rows get thinner
_ALL_INCHES = 60.0  # at most, for the rows of all panels
_LABEL_INCHES = 0.13  # a partition's name needs that; thinner rows are labelled in steps
_MIN_ROWS = 4
_TITLE_LETTERS = 60
_COLOURS = "inferno_r"  # perceptually uniform; idle is light, as paper, and full is dark
_MARK = "#00a8d6"  # told from every colour of the map, also by those who do not see red or green
_ABSENT = "#e4e4e4"


@dataclass(frozen=True)
class Load:
    """What a heat map shows of one run.

    edges: bin borders in seconds since the start, shape (bins + 1,).
    percent: normalized RU consumption from 0 to 100, shape (partitions, bins); NaN where a partition does not exist.
    throttled: whether any attempt was answered 429, shape (partitions, bins).
    joined: how many bins of the file each bin here stands for.
    """

    partitions: list[str]
    edges: np.ndarray
    percent: np.ndarray
    throttled: np.ndarray
    joined: int
    start: np.datetime64


def load_of(run: Run, max_columns: int = MAX_COLUMNS) -> Load:
    """Takes the table `partitions` of a run apart. Raises ResultError when it lacks what the map shows."""
    table = run["partitions"]
    for name in ("NormalizedRUConsumption", "TotalRequests"):
        if name not in table:
            raise ResultError(f"run {run.variant}/{run.replication}: its table `partitions` has no variable `{name}`")
    if 0 in (table.sizes["time"], table.sizes["PartitionKeyRangeId"]):
        raise ResultError(f"run {run.variant}/{run.replication} is empty: it has no time bin or no partition")
    axes = ("PartitionKeyRangeId", "time")
    percent = table.NormalizedRUConsumption.transpose(*axes).values
    refused = _refused(table).transpose(*axes).values
    joined = -(-percent.shape[1] // max_columns)
    edges = _edges(table.time)
    return Load(
        partitions=[str(name) for name in table.PartitionKeyRangeId.values],
        edges=np.append(edges[:-1][::joined], edges[-1]),
        percent=_join(percent, joined, np.fmax.reduceat),
        throttled=_join(refused, joined, np.logical_or.reduceat),
        joined=joined,
        start=table.time.values[0],
    )


def _refused(table: xarray.Dataset) -> xarray.DataArray:
    """Whether a bin of a partition has 429 answers of any operation."""
    requests = table.TotalRequests.isel(status=table.status.values == "429")
    return requests.sum([axis for axis in requests.dims if axis not in ("time", "PartitionKeyRangeId")]) > 0


def _join(values: np.ndarray, count: int, reduce_at: object) -> np.ndarray:
    return reduce_at(values, np.arange(0, values.shape[1], count), axis=1) if count > 1 else values


def _edges(time: xarray.DataArray) -> np.ndarray:
    """Borders in seconds since the first start; the last bin is as long as the one before it, a lone one 1 s."""
    starts = (time.values - time.values[0]) / np.timedelta64(1, "s")
    return np.append(starts, starts[-1] + (starts[-1] - starts[-2] if len(starts) > 1 else 1.0))


def _time_unit(seconds: float) -> tuple[float, str]:
    """The unit in which a span is a number of at most three digits, as (seconds, name)."""
    for limit, size, name in ((300, 1, "s"), (5 * 3600, 60, "min"), (5 * 86400, 3600, "h")):
        if seconds <= limit:
            return size, name
    return 86400, "d"


def heat_map(result: Result, runs: list[Run]) -> Figure:
    """Partition x time for each run, one panel under the other with one colour scale.

    Colour is the normalized RU consumption of the bin's busiest second in percent of the partition's budget, at most
    100. A line through the row marks the bins in which attempts were answered 429.
    """
    if len(runs) > MAX_PANELS:
        raise ResultError(
            f"{result.path}: {len(runs)} runs are too many for one picture\n    hint: choose with --variant"
        )
    loads = [load_of(run) for run in runs]
    heights = _heights([len(load.partitions) for load in loads])
    inches = sum(heights) + 0.75 * len(runs)
    figure = Figure(figsize=(10.5, inches + 1.0), dpi=120, layout="constrained")
    panels = figure.subplots(len(runs), 1, squeeze=False, gridspec_kw={"height_ratios": heights})[:, 0]
    for panel, height, load, run in zip(panels, heights, loads, runs):
        image = _draw(panel, load, height / len(load.partitions))
        panel.set_title(_panel_title(run), loc="left", fontsize=10.5)
    _scale_time(panels, loads)
    bar = figure.colorbar(image, ax=list(panels), pad=0.015, fraction=0.035, aspect=max(6, inches / 0.25))
    bar.set_label(_colour_label(loads))
    _legend(figure, loads)
    figure.suptitle(_title(result, runs), fontsize=13, fontweight="bold", x=0.01, ha="left")
    return figure


def _heights(partitions: list[int]) -> list[float]:
    """Of each panel, in inches."""
    heights = [min(max(count, _MIN_ROWS) * _ROW_INCHES, _PANEL_INCHES) for count in partitions]
    return [height * min(1.0, _ALL_INCHES / sum(heights)) for height in heights]


def _draw(panel: Axes, load: Load, row_inches: float) -> ScalarMappable:
    count = len(load.partitions)
    borders = np.arange(count + 1) - 0.5
    panel.set_facecolor(_ABSENT)
    image = panel.pcolormesh(
        load.edges, borders, np.ma.masked_invalid(load.percent), cmap=_COLOURS, vmin=0, vmax=100, rasterized=True
    )
    if row_inches >= _LABEL_INCHES:
        panel.hlines(borders[1:-1], load.edges[0], load.edges[-1], colors="#8c8c8c", linewidth=0.6)
    panel.add_collection(_marks(load, min(2.4, 72 * row_inches / 2)))
    panel.set_ylim(count - 0.5, -0.5)
    step = int(np.ceil(_LABEL_INCHES / row_inches))
    panel.set_yticks(range(0, count, step), load.partitions[::step], fontsize=8)
    panel.set_ylabel("physical partition", fontsize=8.5)
    panel.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        panel.spines[side].set_visible(False)
    return image


def _marks(load: Load, points: float) -> LineCollection:
    """One line for each unbroken stretch of bins with 429 answers, in the lower part of the partition's row."""
    lines = []
    for row, throttled in enumerate(load.throttled):
        steps = np.diff(np.concatenate(([0], throttled.astype(int), [0])))
        for first, behind in zip(np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)):
            lines.append([(load.edges[first], row + 0.3), (load.edges[behind], row + 0.3)])
    return LineCollection(lines, colors=_MARK, linewidths=points, capstyle="butt")


def _scale_time(panels: list[Axes], loads: list[Load]) -> None:
    """One time axis for all panels, in the unit that suits the longest run."""
    span = max(load.edges[-1] for load in loads)
    size, unit = _time_unit(span)
    whole = [step for step in (1, 2, 3, 5, 6, 10, 12, 15, 20, 24, 30, 60) if span / size / step <= 12]
    step = whole[0] if whole else int(np.ceil(span / size / 12))
    ticks = np.arange(0, span / size + 1e-9, step)
    for panel in panels:
        panel.set_xlim(0, span)
        panel.set_xticks(ticks * size, [f"{tick:g}" for tick in ticks])
    start = np.datetime_as_string(loads[-1].start, unit="s").replace("T", " ")
    panels[-1].set_xlabel(f"time since {start} UTC [{unit}]")


def _colour_label(loads: list[Load]) -> str:
    joined = max(load.joined for load in loads)
    text = "normalized RU\nconsumption [%]"
    return text + (f"\nhighest of {joined} bins" if joined > 1 else "")


def _legend(figure: Figure, loads: list[Load]) -> None:
    handles = []
    if any(load.throttled.any() for load in loads):
        handles.append(Line2D([], [], color=_MARK, linewidth=2.4, label="some attempts answered 429"))
    if any(np.isnan(load.percent).any() for load in loads):
        handles.append(Patch(color=_ABSENT, label="no such partition then"))
    if handles:
        figure.legend(handles=handles, loc="upper right", ncols=2, frameon=False, fontsize=9, borderaxespad=0.3)


def _short(name: str) -> str:
    return name if len(name) <= _TITLE_LETTERS else name[: _TITLE_LETTERS - 1] + "…"


def _panel_title(run: Run) -> str:
    share = run.attributes.get("throttled_share")
    text = _short(run.variant)
    if share is not None and not np.isnan(share):
        text += f":  {_percent(share)} of attempts throttled"
    return text


def _percent(share: float) -> str:
    """Three digits that count, and never 0 or 100 % for what is neither."""
    percent = 100 * share
    if 0 < percent < 0.01:
        return "< 0.01 %"
    if 99.99 < percent < 100:
        return "> 99.99 %"
    return f"{percent:.3g} %" if percent < 99.95 else f"{percent:.2f} %"


def _title(result: Result, runs: list[Run]) -> str:
    text = _short(str(result.attributes.get("scenario_name", result.path.stem)))
    if len(result.runs[runs[0].variant]) > 1:
        text += f", replication {runs[0].replication}"
    return text + (" (stopped before its end)" if result.attributes.get("partial") else "")
