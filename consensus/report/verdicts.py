"""How pairs ended, and how far the raw scores of a pair lie apart."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.text.section import Cell, Plot, Section, percent
from evaluation.scale import SCALE, Scale

UNJUDGED = ("discarded", "withdrawn")


def of_verdicts(by_rank: Mapping[tuple[int, int], int], ended: Mapping[str, int], scale: Scale = SCALE) -> Section:
    """Every decided pair by agreed relevance, discarded, withdrawn or, if there are such, adjudicated by a lead."""
    counts: dict[str, int] = {str(level): 0 for level in scale.levels}
    for (_, level), count in by_rank.items():
        counts[str(level)] += count
    agreed = sum(counts.values())
    counts.update({kind: ended.get(kind, 0) for kind in UNJUDGED})
    if adjudicated := ended.get("adjudicated", 0):
        counts["adjudicated"] = adjudicated
    total = sum(counts.values())
    rows = tuple((verdict, count, percent(count, total)) for verdict, count in counts.items())
    shares = ", ".join(f"{verdict} {share:.2f}%" for verdict, _, share in rows)
    sentence = f"Of {total:,} decided pairs, {agreed:,} agreed: {shares}."
    plot = Plot(
        name="verdicts",
        chart="bars",
        sentence=sentence,
        x="relevance, or another outcome of the pair",
        y="% of decided pairs",
        rows=tuple({"x": verdict, "y": share} for verdict, _, share in rows),
    )
    return Section("verdicts", "Distribution of verdicts", sentence, ("verdict", "pairs", "% of pairs"), rows, (plot,))


def of_ranges(ranges: Mapping[tuple[int, int], int], scale: Scale = SCALE) -> Section:
    """The share of pairs by their lowest and highest raw score, all rounds together."""
    name, title = "score_ranges", "Score ranges"
    header = ("lowest score", *(f"% with highest {level}" for level in scale.levels))
    total = sum(ranges.values())
    if not total:
        return Section(
            name, title, "No verdict of the rule is based on scores, so there are no ranges.", header, (), ()
        )
    shares = {
        (low, high): percent(ranges.get((low, high), 0), total)
        for low in scale.levels
        for high in scale.levels
        if low <= high
    }
    equal = percent(sum(count for (low, high), count in ranges.items() if low == high), total)
    apart = percent(sum(count for (low, high), count in ranges.items() if high - low > 1), total)
    sentence = (
        f"Of {total:,} pairs, {equal:.2f}% got the same score from everybody, and {apart:.2f}% got scores more than "
        "one level apart."
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (low, *(shares.get((low, high)) for high in scale.levels)) for low in scale.levels
    )
    plot = Plot(
        name=name,
        chart="heat",
        sentence=sentence,
        x="highest score",
        y="lowest score",
        rows=tuple({"x": high, "y": low, "share": share} for (low, high), share in shares.items()),
    )
    return Section(name, title, sentence, header, rows, (plot,))
