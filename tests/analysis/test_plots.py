"""What the heat map shows: which cells, marks, labels and titles stand for which numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.figure import Figure

from cosmosim_analysis import ResultError, open_result, open_run
from cosmosim_analysis.plots import MAX_PANELS, heat_map, load_of


def draw(path: Path, *variants: str) -> Figure:
    result = open_result(path)
    return heat_map(result, [open_run(result, name) for name in variants or result.variants])


def texts(figure: Figure) -> list[str]:
    return [panel.get_title(loc="left") for panel in figure.axes if panel.get_title(loc="left")]


def test_cells_marks_and_gaps_are_those_of_the_run(result: Path) -> None:
    load = load_of(open_run(result, "tenant"))
    assert load.partitions == ["0", "1", "2"]
    assert load.edges.tolist() == [60.0 * i for i in range(11)]  # ten bins of a minute
    assert load.percent[1].tolist() == [20.0] * 4 + [100.0] * 3 + [20.0] * 3
    assert np.isnan(load.percent[2, :5]).all() and not np.isnan(load.percent[2, 5:]).any()
    assert np.argwhere(load.throttled).tolist() == [[1, 4], [1, 5], [1, 6]]


def test_joined_bins_keep_every_hot_bin_and_every_refusal() -> None:
    from cosmosim_analysis.plots import _join

    percent = np.array([[1.0, 9.0, np.nan, 4.0, np.nan, np.nan, 7.0]])
    assert _join(percent, 2, np.fmax.reduceat)[0, :2].tolist() == [9.0, 4.0]
    # Seven bins joined by two: the third pair has no partition, the last bin stays alone.
    assert np.isnan(_join(percent, 2, np.fmax.reduceat)[0, 2])
    assert _join(percent, 2, np.fmax.reduceat)[0, 3] == 7.0


def test_long_runs_are_joined_to_what_a_picture_can_show(new_result) -> None:
    percent = np.full((2500, 2), 10.0)
    percent[1777, 1] = 99.0
    refused = np.zeros((2500, 2), dtype=np.int64)
    refused[1777, 1] = 1
    load = load_of(open_run(new_result(percent, refused)), max_columns=1200)
    # 2,500 bins in at most 1,200 columns: three to a column, so 834, the last of them one bin long.
    assert (load.joined, load.percent.shape) == (3, (2, 834))
    assert load.edges[[0, 1, -2, -1]].tolist() == [0.0, 180.0, 149940.0, 150000.0]
    assert load.percent[1, 1777 // 3] == 99.0 and load.percent.max() == 99.0
    assert np.argwhere(load.throttled).tolist() == [[1, 1777 // 3]]


def test_every_variant_has_a_panel_on_one_scale_with_its_throttled_share(result: Path) -> None:
    figure = draw(result)
    assert texts(figure) == ["tenant:  1 % of attempts throttled", "hpk:  0 % of attempts throttled"]
    meshes = [item for panel in figure.axes for item in panel.collections if isinstance(item, QuadMesh)]
    scales = {mesh.get_clim() for mesh in meshes[:2]}
    assert scales == {(0, 100)}
    assert figure._suptitle.get_text() == "three designs, replication 0"
    assert figure.axes[1].get_xlabel() == "time since 2026-01-01 00:00:00 UTC [min]"


def test_one_line_marks_each_stretch_of_refusals(result: Path) -> None:
    panel = draw(result, "tenant").axes[0]
    (marks,) = [item for item in panel.collections if isinstance(item, LineCollection) and item.get_linewidth()[0] > 1]
    (segment,) = marks.get_segments()
    # Bins 4 to 6 of a minute each: from 240 s to 420 s, in the row of partition 1.
    assert segment[:, 0].tolist() == [240.0, 420.0]
    assert np.round(segment[:, 1]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("count", [1, 2, 50, 51, 400])
def test_labels_never_touch(new_result, count: int) -> None:
    figure = draw(new_result(np.full((3, count), 50.0)))
    figure.canvas.draw()
    boxes = [label.get_window_extent() for label in figure.axes[0].get_yticklabels() if label.get_text()]
    assert len(boxes) == count if count <= 50 else len(boxes) >= 25
    tops = sorted((box.y0, box.y1) for box in boxes)
    assert all(upper[0] >= lower[1] - 1.5 for lower, upper in zip(tops, tops[1:]))


@pytest.mark.parametrize(
    ("bins", "seconds", "unit"), [(1, 1, "s"), (300, 1, "s"), (60, 60, "min"), (48, 3600, "h"), (30, 86400, "d")]
)
def test_time_is_told_in_a_fitting_unit(new_result, bins: int, seconds: int, unit: str) -> None:
    panel = draw(new_result(np.full((bins, 2), 50.0), bin_seconds=seconds)).axes[0]
    assert panel.get_xlabel().endswith(f"[{unit}]")
    assert panel.get_xlim() == (0, max(1, bins * seconds))
    assert 2 <= len(panel.get_xticks()) <= 13


def test_shares_are_never_rounded_to_none_or_all() -> None:
    from cosmosim_analysis.plots import _percent

    assert [_percent(share) for share in (0.0, 1e-6, 0.00123, 0.1234, 0.9997, 0.999999, 1.0)] == [
        "0 %", "< 0.01 %", "0.123 %", "12.3 %", "99.97 %", "> 99.99 %", "100.00 %",
    ]  # fmt: skip


def test_what_cannot_be_drawn_is_said(new_result, result: Path) -> None:
    with pytest.raises(ResultError, match="no time bin"):
        draw(new_result(np.zeros((0, 2))))
    run = open_run(result, "hpk")
    with pytest.raises(ResultError, match="too many for one picture"):
        heat_map(open_result(result), [run] * (MAX_PANELS + 1))
    del run.tables["partitions"]["TotalRequests"]
    with pytest.raises(ResultError, match="has no variable `TotalRequests`"):
        load_of(run)
