"""What the question of stability found, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Figures = dict[str, Any]


def as_lines(figures: Figures) -> str:
    """A section a question, a line a finding."""
    return "\n".join(_lines(figures))


def _lines(figures: Figures) -> Iterator[str]:
    yield f"measure: {figures['measure']}, {figures['queries']} queries, {figures['labels']} labels"
    width = max(map(len, figures["systems"]))
    for name, value in sorted(figures["systems"].items(), key=lambda item: -item[1]):
        yield f"  {name:<{width}}  {value:.4f}"
    yield f"other queries ({figures['by_queries']['draws']} draws): tau-b {_tau(figures['by_queries'])}"
    for couple in figures["by_queries"]["couples"]:
        low, high = couple["interval"]
        apart = f"{couple['difference']:+.4f} [{low:.4f}, {high:.4f}]"
        yield f"  {_names(couple)}: {apart}, order kept {couple['kept']:.1%}"
    yield from _sizes(figures["by_size"])
    if "by_raters" in figures:
        yield from _raters(figures["by_raters"])
    if "by_boundaries" in figures:
        yield "other boundaries:"
        for found in figures["by_boundaries"]:
            noise = f"{found['noise']} noise, beta2 {found['beta2']:.3g} ({found['draws']} draws)"
            moved = f"IoU with the labels {found['iou']:.3f}, RMSE {found['rmse']:.4f}"
            yield f"  {noise}: {moved}, tau-b {_tau(found)}, {_kept(found)}"


def _sizes(found: Figures) -> Iterator[str]:
    yield "fewer queries:"
    for subset in found["subsets"]:
        yield f"  {subset['queries']} queries: tau-b {_tau(subset)}, {_kept(subset)}"
    if "halves" in found:
        halves = found["halves"]
        tau = "undefined" if halves["tau_b"] is None else f"{halves['tau_b']:.3f}"
        yield f"  two halves of {halves['queries']} queries: tau-b {tau}"
    yield "queries needed to settle an order (95%):"
    for couple in found["needed"]:
        if couple["queries"] is None:
            yield f"  {_names(couple)}: equal; no number of queries is enough"
        elif couple["further_queries"]:
            further = f"{couple['further_queries']} more queries, about {couple['further_labels']} more labels"
            yield f"  {_names(couple)}: {couple['queries']} queries; {further}"
        else:
            yield f"  {_names(couple)}: {couple['queries']} queries; there are enough"


def _raters(found: Figures) -> Iterator[str]:
    yield f"other raters ({found['draws']} draws of {found['raters']}): tau-b {_tau(found)}, {_kept(found)}"
    yield f"  labels changed {found['labels_changed']:.1%}, unjudged {found['labels_unjudged']:.1%}"
    for name, (low, high) in found["intervals"].items():
        yield f"  {name}: [{low:.4f}, {high:.4f}]"
    for what in ("labels_differing", "labels_without_scores", "pairs_left_out"):
        if found[what]:
            yield f"  {what.replace('_', ' ')}: {found[what]}"


def _tau(found: Figures) -> str:
    tau = found["tau_b"]
    return "undefined" if tau["mean"] is None else f"{tau['mean']:.3f} [{tau['low']:.3f}, {tau['high']:.3f}]"


def _kept(found: Figures) -> str:
    least = min(found["couples"], key=lambda couple: couple["kept"])
    return f"least certain {_names(least)}, kept {least['kept']:.1%}"


def _names(couple: Figures) -> str:
    return " and ".join(couple["systems"])
