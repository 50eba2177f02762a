"""Dataset statistics: lengths of queries, moments and videos, and relevant moments per query."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

from annotator.text.section import NO_RELEVANCE, Cell, Plot, Section
from annotator.text.vocabulary import hours, vocabulary
from consensus.report.counts import MomentLine, QueryLine

ALL = "all"
MOST_BINS = 20

Measure = tuple[str, Sequence[float]]


def of_dataset(queries: Sequence[QueryLine], moments: Sequence[MomentLine]) -> Section:
    """Minimum, mean and maximum of each measure, over all and, if there are several, by split.

    Without an agreed pair no relevant moments are counted, and queries and moments are those of all decided pairs.
    """
    rows: list[tuple[Cell, ...]] = []
    for split in _splits(queries):
        chosen, lying = _of_split(split, queries, moments)
        rows += [(split, name, *summary(values)) for name, values in [*_lengths(chosen, lying), *_relevant(chosen)]]
    lengths, relevant = _lengths(queries, moments), _relevant(queries)
    sentence = _sentence(lengths, relevant)
    histograms = tuple(
        Plot(plot, "histogram", _distribution(name, values), name, "count", histogram(values))
        for plot, (name, values) in zip(
            ("query_length", "moment_duration", "video_duration", "moment_share"), lengths, strict=True
        )
    )
    header = ("split", "measure", "n", "minimum", "mean", "maximum")
    return Section(
        "dataset", "Dataset statistics", sentence, header, tuple(rows), (*histograms, *_spans(relevant, sentence))
    )


def of_size(queries: Sequence[QueryLine], moments: Sequence[MomentLine]) -> Section:
    """How much there is: queries, distinct words, moments, videos and their hours, over all and by split."""
    header = ("split", "queries", "vocabulary (words)", "moments", "hours of moments", "videos", "hours of videos")
    sizes = {split: _size(*_of_split(split, queries, moments)) for split in _splits(queries)}
    count, words, moment_count, moment_hours, video_count, video_hours = sizes[ALL]
    sentence = (
        f"The queries ({count:,}) use {words:,} different words. The moments ({moment_count:,}) last "
        f"{moment_hours:,.2f} hours in all, and their videos ({video_count:,}) {video_hours:,.2f} hours."
    )
    if moment_hours > video_hours:
        sentence += " Moments can overlap, so they add up to more than their videos."
    rows = tuple((split, *size) for split, size in sizes.items())
    return Section("dataset_size", "Dataset size", sentence, header, rows, ())


def _splits(queries: Sequence[QueryLine]) -> list[str]:
    """All together and, if there are several, each split."""
    splits = sorted({line.split for line in queries})
    return [ALL, *(splits if len(splits) > 1 else [])]


def _of_split(
    split: str, queries: Sequence[QueryLine], moments: Sequence[MomentLine]
) -> tuple[list[QueryLine], list[MomentLine]]:
    chosen = [line for line in queries if split in (ALL, line.split)]
    return chosen, [line for line in moments if split in (ALL, line.split)]


def _size(queries: Sequence[QueryLine], moments: Sequence[MomentLine]) -> tuple[int, int, int, float, int, float]:
    """A moment or video that several splits use counts once."""
    lying = {line.moment: line for line in moments}.values()
    videos = {line.video: line.video_s for line in lying}
    return (
        len(queries),
        len(vocabulary(line.text for line in queries)),
        len(lying),
        hours(line.seconds for line in lying),
        len(videos),
        hours(videos.values()),
    )


def summary(values: Sequence[float]) -> tuple[int, float, float, float]:
    """How many there are, their minimum, mean and maximum; at least one is needed."""
    return len(values), round(min(values), 2), round(fmean(values), 2), round(max(values), 2)


def histogram(values: Sequence[float]) -> tuple[dict[str, Cell], ...]:
    """Counts in bins of a round width (1, 2 or 5 times a power of ten), at most about 20 of them."""
    step = round_step((max(values) - min(values)) / MOST_BINS)
    counts: dict[int, int] = {}
    for value in values:
        place = math.floor(value / step + 1e-9)
        counts[place] = counts.get(place, 0) + 1
    return tuple(
        {"from": round(place * step, 6), "to": round((place + 1) * step, 6), "count": counts[place]}
        for place in sorted(counts)
    )


def round_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is not below `least`; of nothing it is 1."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least - 1e-12)


def _lengths(queries: Sequence[QueryLine], moments: Sequence[MomentLine]) -> list[Measure]:
    """A moment or video that several splits use counts once."""
    lying = {line.moment: line for line in moments}.values()
    videos = {line.video: line.video_s for line in lying}
    return [
        ("query length (words)", [len(line.text.split()) for line in queries]),
        ("moment duration (s)", [line.seconds for line in lying]),
        ("video duration (s)", list(videos.values())),
        ("moment / video duration (%)", [100 * line.seconds / line.video_s for line in lying]),
    ]


def _relevant(queries: Sequence[QueryLine]) -> list[Measure]:
    """Nothing where no pair agreed."""
    if not any(any(line.agreed) for line in queries):
        return []
    return [
        (f"moments of relevance ≥ {level} per query", [sum(line.agreed[level:]) for line in queries])
        for level in range(1, len(queries[0].agreed))
    ]


def _spans(relevant: Sequence[Measure], sentence: str) -> tuple[Plot, ...]:
    """From the fewest to the most moments per query of each threshold; nothing if none is agreed."""
    if not relevant:
        return ()
    rows: tuple[dict[str, Cell], ...] = tuple(
        {"x": f"≥ {level}", "low": min(values), "mean": round(fmean(values), 2), "high": max(values)}
        for level, (_, values) in enumerate(relevant, start=1)
    )
    return (Plot("relevant_moments", "spans", sentence, "relevance", "moments per query", rows),)


def _sentence(lengths: Sequence[Measure], relevant: Sequence[Measure]) -> str:
    means = "; ".join(f"{name} {fmean(values):.2f}" for name, values in [*lengths, *relevant])
    none = f"{NO_RELEVANCE}, so relevant moments are not counted; everything else covers the decided pairs. "
    queries, moments = len(lengths[0][1]), len(lengths[1][1])
    return f"{'' if relevant else none}Means over {queries:,} queries and {moments:,} moments: {means}."


def _distribution(name: str, values: Sequence[float]) -> str:
    count, low, mean, high = summary(values)
    return f"Distribution of {name}: {count:,} values from {low:.2f} to {high:.2f}, mean {mean:.2f}."
