"""What the question of stability found, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

Figures = dict[str, Any]


def as_lines(figures: Figures) -> str:
    """A section a question, a line a finding."""
    return "\n".join(_lines(figures))


def _lines(figures: Figures) -> Iterator[str]:
    yield f"measure: {figures['measure']}, {figures['queries']} queries, {figures['labels']} labels"
    width = max(map(len, figures["systems"]))
    for name, value in sorted(figures["systems"].items(), key=lambda item: -item[1]):
        yield f"  {name:<{width}}  {value:.4f} {_ends(figures['by_queries']['intervals'][name])}"
    yield f"other queries ({figures['by_queries']['draws']} draws): tau-b {_tau(figures['by_queries'])}"
    for couple in figures["by_queries"]["couples"]:
        low, high = couple["interval"]
        apart = f"{couple['difference']:+.4f} [{low:.4f}, {high:.4f}]"
        yield f"  {_names(couple)}: {apart}, order kept {_share(couple)}"
    yield from _sizes(figures["by_size"])
    if "by_raters" in figures:
        yield from _raters(figures["by_raters"])
    if "by_boundaries" in figures:
        yield "other boundaries:"
        for found in figures["by_boundaries"]:
            noise = f"{found['noise']} noise, beta2 {found['beta2']:.3g} ({found['draws']} draws)"
            iou = f"IoU with the labels {found['iou']:.3f} {_ends(found['iou_interval'], 3)}"
            moved = f"{iou}, RMSE {found['rmse']:.4f} {_ends(found['rmse_interval'])}"
            yield f"  {noise}: {moved}, tau-b {_tau(found)}, {_kept(found)}"


def _sizes(found: Figures) -> Iterator[str]:
    yield "fewer queries:"
    for subset in found["subsets"]:
        yield f"  {subset['queries']} queries ({subset['draws']} draws): tau-b {_tau(subset)}, {_kept(subset)}"
    if "halves" in found:
        halves = found["halves"]
        tau = _tau({"tau_b": {"mean": halves["tau_b"], "low": halves["low"], "high": halves["high"]}})
        yield f"  two halves of {halves['queries']} queries ({halves['draws']} draws): tau-b {tau}"
    yield f"queries needed to settle an order (95%; intervals from {found['needed'][0]['draws']} draws):"
    for couple in found["needed"]:
        if couple["queries"] is None:
            yield f"  {_names(couple)}: equal; no number of queries is enough"
        elif couple["further_queries"]:
            further = f"{couple['further_queries']} more queries, about {couple['further_labels']} more labels"
            yield f"  {_names(couple)}: {_queries(couple)}; {further}"
        else:
            yield f"  {_names(couple)}: {_queries(couple)}; there are enough"


def _raters(found: Figures) -> Iterator[str]:
    yield f"other raters ({found['draws']} draws of {found['raters']}): tau-b {_tau(found)}, {_kept(found)}"
    shares = [_percent(found, what) for what in ("labels_changed", "labels_unjudged")]
    yield f"  labels changed {shares[0]}, unjudged {shares[1]}"
    for name, ends in found["intervals"].items():
        yield f"  {name}: {_ends(ends)}"
    for what in ("labels_differing", "labels_without_scores", "pairs_left_out"):
        if found[what]:
            yield f"  {what.replace('_', ' ')}: {found[what]}"


def _tau(found: Figures) -> str:
    tau = found["tau_b"]
    return "undefined" if tau["mean"] is None else f"{tau['mean']:.3f} [{tau['low']:.3f}, {tau['high']:.3f}]"


def _kept(found: Figures) -> str:
    least = min(found["couples"], key=lambda couple: couple["kept"])
    return f"least certain {_names(least)}, kept {_share(least)}"


def _share(couple: Figures) -> str:
    return _percent(couple, "kept")


def _percent(found: Figures, what: str) -> str:
    low, high = found[f"{what}_interval"]
    return f"{found[what]:.1%} [{low:.1%}, {high:.1%}]"


def _queries(couple: Figures) -> str:
    low, high = ("no number" if end is None else str(end) for end in couple["interval"])
    return f"{couple['queries']} {'query' if couple['queries'] == 1 else 'queries'} [{low}, {high}]"


def _ends(ends: Sequence[float], decimals: int = 4) -> str:
    low, high = ends
    return f"[{low:.{decimals}f}, {high:.{decimals}f}]"


def _names(couple: Figures) -> str:
    return " and ".join(couple["systems"])
