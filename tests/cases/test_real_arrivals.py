"""scenarios/tweets-eight-weeks.yaml and llm-arrivals.yaml on the public data: what is replayed is what the files say.

The figures of the data (amplitude, weekend, peaks, dispersion) are those published with them or worked out from them;
each is held against what the simulation sent, read from its result file.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import h5py
import numpy as np
import pytest

SCENARIOS = Path(__file__).resolve().parent.parent.parent / "scenarios"
COMPANIES = ("AAPL", "AMZN", "FB", "GOOG", "IBM", "KO", "PFE")
TWEETS_START = datetime(2015, 2, 26, 21, 42, 53, tzinfo=timezone.utc).timestamp()
LLM_START = datetime(2023, 11, 16, 18, 15, 46, tzinfo=timezone.utc).timestamp()
DAY = 86_400
INTERVAL = 300


@pytest.fixture
def operations(cosmosim, data_dir: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., np.ndarray]:
    """`operations("x", "--set", …)` runs scenarios/x.yaml: operations begun, one row a bin, one column a stream."""
    monkeypatch.setenv("COSMOSIM_DATA", str(data_dir))

    def run(scenario: str, *options: str) -> np.ndarray:
        result = tmp_path / f"{scenario}.h5"
        words = ("run", SCENARIOS / f"{scenario}.yaml", "--set", "objectives=[]", "--quiet", "-o", result, *options)
        cosmosim(*words, code=0, timeout=900)
        with h5py.File(result) as file:
            return file["runs/base/0/streams/operations"][:]

    return run


def rows(file: Path) -> list[dict[str, str]]:
    with open(file, newline="") as text:
        return list(csv.DictReader(text))


def tweets(data_dir: Path, company: str) -> tuple[np.ndarray, np.ndarray]:
    """Number of the five minutes from the start on, and mentions, by row; read without the program's code."""
    found = rows(data_dir / f"nab-tweet-volume/{company}.csv")
    at = [datetime.fromisoformat(r["timestamp"]).replace(tzinfo=timezone.utc).timestamp() - TWEETS_START for r in found]
    assert all(second % INTERVAL == 0 for second in at)
    return np.array(at, dtype=int) // INTERVAL, np.array([int(r["value"]) for r in found])


def sine_amplitude(interval: np.ndarray, counts: np.ndarray) -> float:
    """Of the daily wave, as a share of the mean, by least squares."""
    angle = 2 * np.pi * (interval + 0.5) * INTERVAL / DAY
    columns = np.column_stack([np.ones(len(counts)), np.cos(angle), np.sin(angle)])
    mean, cosine, sine = np.linalg.lstsq(columns, counts, rcond=None)[0]
    return float(np.hypot(cosine, sine) / mean)


def weekend_share(interval: np.ndarray, counts: np.ndarray) -> float:
    """Mean of Saturdays and Sundays (UTC) over that of the other days."""
    day = (TWEETS_START + INTERVAL * (interval + 0.5)) // DAY
    is_weekend = (day + 3) % 7 >= 5  # 1970-01-01 was a Thursday
    return float(counts[is_weekend].mean() / counts[~is_weekend].mean())


def test_eight_weeks_of_tweets_keep_their_days_weeks_and_news(operations, data_dir: Path) -> None:
    volumes = [word for c in COMPANIES for word in ("--set", f"streams.{c.lower()}.trace.volume=1")]
    sent = operations("tweets-eight-weeks", *volumes, "--set", "output.bin=5min")
    assert sent.shape == (56 * DAY // INTERVAL, len(COMPANIES))
    assert sent.sum() == 3_078_907
    amplitudes, weekends, peaks = [], [], []
    for company, counts in zip(COMPANIES, sent.T, strict=True):
        interval, mentions = tweets(data_dir, company)
        assert np.array_equal(counts, np.bincount(interval, weights=mentions, minlength=len(counts))), company
        present = counts[interval]  # 98 % of the intervals: the files have gaps
        amplitudes.append(sine_amplitude(interval, present))
        weekends.append(weekend_share(interval, present))
        peaks.append(present.max() / present.mean())
    # Published: 0.36 to 0.66, median 0.45; 0.43 to 0.83; 22 to 197. Within 6 %: two digits are published, how a day was
    # cut is not.
    assert min(amplitudes) == pytest.approx(0.36, rel=0.06)
    assert max(amplitudes) == pytest.approx(0.66, rel=0.06)
    assert np.median(amplitudes) == pytest.approx(0.45, rel=0.06)
    assert min(weekends) == pytest.approx(0.43, rel=0.06)
    assert max(weekends) == pytest.approx(0.83, rel=0.06)
    assert min(peaks) == pytest.approx(22, rel=0.06)
    assert max(peaks) == pytest.approx(197, rel=0.06)


def llm_rows(data_dir: Path) -> tuple[np.ndarray, np.ndarray]:
    """Second of the run and payload in bytes of each arrival."""
    found = rows(data_dir / "azure-llm-arrivals/conv.csv")
    seconds = [datetime.fromisoformat(r["TIMESTAMP"][:26]).replace(tzinfo=timezone.utc).timestamp() for r in found]
    return np.floor(np.array(seconds) - LLM_START).astype(int), 4 * np.array([int(r["ContextTokens"]) for r in found])


def test_single_arrivals_come_in_their_second(operations, data_dir: Path) -> None:
    sent = operations("llm-arrivals", "--set", "streams.turns.trace.volume=1", "--set", "output.bin=1s")[:, 0]
    seconds, _ = llm_rows(data_dir)
    assert np.array_equal(sent, np.bincount(seconds, minlength=3_600))
    assert sent.sum() == 19_366
    # Published: index of dispersion 1.4 at 1 s, peak second / mean 2.9, over the 3,502 s from the first arrival on; the
    # scenario's seconds begin 0.68 s before it, which moves both a little (to 1.33 and 3.4): within 20 %.
    busy = sent[: seconds[-1] + 1]
    assert busy.var() / busy.mean() == pytest.approx(1.4, rel=0.2)
    assert busy.max() / busy.mean() == pytest.approx(2.9, rel=0.2)


def test_a_volume_keeps_the_course_of_single_arrivals(operations, data_dir: Path) -> None:
    sent = operations("llm-arrivals", "--set", "streams.turns.trace.volume=20", "--set", "output.bin=1min")[:, 0]
    seconds, _ = llm_rows(data_dir)
    assert sent.sum() == 20 * 19_366
    by_minute = np.bincount(seconds // 60, minlength=60)
    # What lies between the last row of a minute and the first of the next is shared by both: less than 20 operations.
    assert np.all(np.abs(sent - 20 * by_minute) < 20)


# Bytes up to -> RU of a write, from the vendor's table of sizes; 2 properties and 5 more index terms of 0.19 RU.
WRITE = {1: 4.95, 2: 6.29, 4: 6.67, 8: 7.04, 16: 9.52, 32: 11.23, 64: 22.67}
TERMS = 7 * 0.19


def test_sizes_come_from_their_column(cosmosim, data_dir: Path, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COSMOSIM_DATA", str(data_dir))
    words = ("run", SCENARIOS / "llm-arrivals.yaml", "--set", "streams.turns.trace.volume=1", "--set", "objectives=[]")
    report = cosmosim(*words, "--format", "json", "--quiet", "-o", tmp_path / "llm.h5", code=0).json
    stored = llm_rows(data_dir)[1] + 205
    charges = [next(ru for kib, ru in WRITE.items() if size <= 1024 * kib) + TERMS for size in stored]
    consumed = report["runs"][0]["metrics"]["consumed_ru"]["mean"] * 3_600
    assert consumed == pytest.approx(sum(charges), rel=1e-9)
