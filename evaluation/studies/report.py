"""What the studies of measures found, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evaluation.studies.entries import ENOUGH
from evaluation.studies.sentences import (
    NO_PICK,
    best_first,
    fewest_needed,
    gains_sentence,
    least_agreement,
    planner_sentences,
    same_question,
    simulated_sentence,
)

Figures = dict[str, Any]


def as_lines(figures: Figures) -> str:
    """A section a study, a line a finding; measures are numbered where they stand in columns."""
    return "\n".join(_lines(figures))


def _lines(figures: Figures) -> Iterator[str]:
    names = figures["measures"]
    width = max(map(len, names)) + 6
    yield f"{len(figures['systems'])} systems, {figures['queries']} queries, {figures['labels']} labels"
    yield from _notes(figures)
    yield f"agreement of measures, tau-b ({figures['agreement']['draws']} draws for intervals):"
    yield from _matrix(names, figures["agreement"]["tau_b"], width)
    yield "least agreement:"
    yield f"  {least_agreement(figures)}"
    yield f"queries on which all systems tie (95%, {figures['tied_queries']['draws']} draws):"
    for name in names:
        share, low, high = figures["tied_queries"]["shares"][name]
        yield f"  {name:<{width}}{share:.1%} [{low:.1%}, {high:.1%}]"
    for found in figures["self_agreement"]:
        yield from _self_agreement(names, found, width)
    yield from _needed(figures, width)
    yield from _estimate(figures["systems"], figures["estimate"])
    if "boundaries" in figures:
        yield from _boundaries(names, figures["boundaries"], width)
    if "moment_order" in figures:
        yield from _moment_order(figures, width)
    if "checkpoints" in figures:
        yield from _checkpoints(names, figures["checkpoints"])


def _notes(figures: Figures) -> Iterator[str]:
    if figures["simulated"]:
        yield f"  {simulated_sentence(figures)}"
    elif len(figures["systems"]) < ENOUGH:
        yield f"  with fewer than {ENOUGH} systems, tau-b can take few values only"
    if "gains" in figures:
        yield f"  {gains_sentence(figures)}"


def _matrix(names: Sequence[str], rows: Sequence[Sequence[float | None]], width: int) -> Iterator[str]:
    yield " " * (width + 2) + "".join(f"{f'({number})':>8}" for number in range(1, len(rows[0]) + 1))
    for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1):
        cells = "".join("       –" if value is None else f"{value:>8.3f}" for value in row)
        yield f"  {f'({number}) {name}':<{width}}{cells}"


def _self_agreement(names: Sequence[str], found: Figures, width: int) -> Iterator[str]:
    sets = "that may share queries" if found["pairing"] == "overlapping" else "that share no query"
    drawn = f"{found['trials']} trials, 95% from {found['draws']} draws"
    yield f"self-agreement on two sets {sets}, mean tau-b with its interval below ({drawn}):"
    if not found["sizes"]:
        yield "  there are too few queries"
        return
    yield f"  {'queries':<{width}}" + "".join(f"{size:>8}" for size in found["sizes"])
    for place, name in enumerate(names):
        for head, part in ((name, "mean"), ("  from", "mean_low"), ("  to", "mean_high")):
            cells = ["       –" if row[place] is None else f"{row[place]:>8.3f}" for row in found[part]]
            yield f"  {head:<{width}}{''.join(cells)}"


def _needed(figures: Figures, width: int) -> Iterator[str]:
    found = figures["needed"]
    yield f"queries for a tau-b of {found['tau_b']:g} between two sets that share none (95%, {found['draws']} draws):"
    for name, sentence in planner_sentences(figures).items():
        yield f"  {name:<{width}}{sentence}"
    yield f"  {fewest_needed(figures)}"


def _estimate(systems: Sequence[str], found: Figures) -> Iterator[str]:
    yield f"R@1 as an estimate of AxIoU@1, bias with its interval and variance on a query ({found['draws']} draws):"
    width = max(map(len, systems)) + 2
    yield " " * (width + 2) + "".join(f"{f'IoU {threshold:g}':>32}" for threshold in found["thresholds"])
    for place, name in enumerate(systems):
        cells = ""
        for biases, variances in zip(found["bias"], found["variance"], strict=True):
            bias, low, high = biases[place]
            cells += f"{f'{bias:+.3f} [{low:+.3f}, {high:+.3f}], {variances[place][0]:.3f}':>32}"
        yield f"  {name:<{width}}{cells}"


def _boundaries(names: Sequence[str], found: Figures, width: int) -> Iterator[str]:
    yield f"other boundaries, {found['noise']} noise, RMSE and tau-b with the labelled order ({found['draws']} draws):"
    levels = found["levels"]
    heads = [f"beta2 {level['beta2']:.3g}, IoU {level['iou']:.3f}" for level in levels]
    yield " " * (width + 2) + "".join(f"{head:>30}" for head in heads)
    for name in names:
        cells = ""
        for level in levels:
            tau, low, high = level["tau_b"][name]
            shown = "–" if tau is None else f"{tau:.3f} [{low:.3f}, {high:.3f}]"
            rmse = level["rmse"][name][0]
            cells += f"{f'{rmse:.4f}, {shown}':>30}"
        yield f"  {name:<{width}}{cells}"


def _moment_order(figures: Figures, width: int) -> Iterator[str]:
    found, names = figures["moment_order"], figures["measures"]
    yield f"one true moment a query against graded labels, tau-b ({found['queries']} queries, {found['draws']} draws):"
    yield f"  the true moment is {found['source']}"
    for one, graded in same_question(names):
        at = names.index(one), names.index(graded)
        tau, low, high = (found[part][at[0]][at[1]] for part in ("tau_b", "low", "high"))
        shown = "–" if tau is None else f"{tau:.3f} [{low:.3f}, {high:.3f}]"
        yield f"  {f'{one} on one, {graded} on graded':<{2 * width + 10}}{shown}"
    one, graded = same_question(names)[0]
    systems = figures["systems"]
    yield f"  order by {one}, one true moment: {', '.join(best_first(systems, found['one_moment'][one]))}"
    yield f"  order by {graded}, graded labels: {', '.join(best_first(systems, found['graded'][graded]))}"


def _checkpoints(names: Sequence[str], found: Figures) -> Iterator[str]:
    yield f"picked checkpoint, how often draws pick it again, its z-score under each measure ({found['draws']} draws):"
    picked = [
        f"{name}: {NO_PICK}" if run is None else f"{name}: {run} ({kept:.1%} [{ends[0]:.1%}, {ends[1]:.1%}])"
        for name, run, kept, ends in zip(names, found["picked"], found["kept"], found["kept_interval"], strict=True)
    ]
    z = [[score[0] for score in row] for row in found["z"]]
    yield from _matrix(picked, z, max(map(len, picked)) + 6)
