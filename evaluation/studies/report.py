"""What the studies of measures found, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evaluation.studies.entries import ENOUGH
from evaluation.studies.grids import grid, tall_grid, zipped
from evaluation.studies.sentences import (
    NO_PICK,
    TOO_FEW,
    best_first,
    fewest_needed,
    gains_sentence,
    least_agreement,
    lowest_score,
    number_of,
    planner_sentences,
    same_question,
    simulated_sentence,
)

Figures = dict[str, Any]


def as_lines(figures: Figures) -> str:
    """A section a study; measures are numbered where they stand in columns."""
    return "\n".join(_lines(figures))


def _lines(figures: Figures) -> Iterator[str]:
    names = figures["measures"]
    queries = number_of(figures["queries"], "query", "queries")
    yield f"{len(figures['systems'])} systems, {queries}, {number_of(figures['labels'], 'label', 'labels')}"
    yield from _notes(figures)
    yield from _agreement(figures)
    yield f"queries on which all systems tie (95%, {figures['tied_queries']['draws']} draws):"
    width = max(map(len, names)) + 2
    for name in names:
        share, low, high = figures["tied_queries"]["shares"][name]
        yield f"  {name:<{width}}{share:.1%} [{low:.1%}, {high:.1%}]"
    for found in figures["self_agreement"]:
        yield from _self_agreement(names, found)
    yield from _needed(figures, width)
    yield from _estimate(figures["systems"], figures["estimate"])
    if "boundaries" in figures:
        yield from _boundaries(names, figures["boundaries"])
    if "moment_order" in figures:
        yield from _moment_order(figures)
    if "checkpoints" in figures:
        yield from _checkpoints(figures)


def _notes(figures: Figures) -> Iterator[str]:
    if figures["simulated"]:
        yield f"  {simulated_sentence(figures)}"
    elif len(figures["systems"]) < ENOUGH:
        yield f"  with fewer than {ENOUGH} systems, tau-b can take few values only"
    if "gains" in figures:
        yield f"  {gains_sentence(figures)}"


def _agreement(figures: Figures) -> Iterator[str]:
    names, found = figures["measures"], figures["agreement"]
    yield f"agreement of measures, tau-b with its interval below (95%, {found['draws']} draws):"
    columns = zip(found["tau_b"], found["low"], found["high"], strict=True)
    rows = [(name, zipped(*parts)) for name, parts in zip(_numbered(names), columns, strict=True)]
    yield from tall_grid(_numbers(names), rows)
    yield "least agreement:"
    yield f"  {least_agreement(figures)}"


def _numbers(names: Sequence[str]) -> list[str]:
    return [f"({number})" for number in range(1, len(names) + 1)]


def _numbered(names: Sequence[str]) -> list[str]:
    return [f"{number} {name}" for number, name in zip(_numbers(names), names, strict=True)]


def _self_agreement(names: Sequence[str], found: Figures) -> Iterator[str]:
    sets = "that may share queries" if found["pairing"] == "overlapping" else "that share no query"
    for part in ("mean", "variance"):
        drawn = f"{found['trials']} trials, 95% from {found['draws']} draws"
        yield f"self-agreement on two sets {sets}, {part} of tau-b with its interval below ({drawn}):"
        if not found["sizes"]:
            yield f"  {TOO_FEW}"
            return
        parts = [list(zip(*found[end], strict=True)) for end in (part, f"{part}_low", f"{part}_high")]
        rows = [(name, zipped(*(one[at] for one in parts))) for at, name in enumerate(names)]
        yield from tall_grid([str(size) for size in found["sizes"]], rows, head="queries")


def _needed(figures: Figures, width: int) -> Iterator[str]:
    found = figures["needed"]
    yield f"queries for a tau-b of {found['tau_b']:g} between two sets that share none (95%, {found['draws']} draws):"
    for name, sentence in planner_sentences(figures).items():
        yield f"  {name:<{width}}{sentence}"
    yield f"  {fewest_needed(figures)}"


def _estimate(systems: Sequence[str], found: Figures) -> Iterator[str]:
    yield f"R@1 as an estimate of AxIoU@1, bias and variance on a query (95%, {found['draws']} draws):"
    heads = [f"{what}, IoU {threshold:g}" for threshold in found["thresholds"] for what in ("bias", "variance")]
    columns = [part for both in zip(found["bias"], found["variance"], strict=True) for part in both]
    yield from grid(heads, [(name, [column[at] for column in columns]) for at, name in enumerate(systems)])


def _boundaries(names: Sequence[str], found: Figures) -> Iterator[str]:
    levels, drawn = found["levels"], f"{found['noise']} noise (95%, {found['draws']} draws)"
    heads = [f"beta2 {level['beta2']:.3g}" for level in levels]
    yield f"other boundaries, RMSE of the systems' means, {drawn}:"
    iou = ("IoU with the labels", [[level["iou"], *level["iou_interval"]] for level in levels])
    yield from grid(heads, [iou, *((name, [level["rmse"][name] for level in levels]) for name in names)])
    yield f"other boundaries, tau-b with the labelled order, {drawn}:"
    yield from grid(heads, [(name, [level["tau_b"][name] for level in levels]) for name in names])


def _moment_order(figures: Figures) -> Iterator[str]:
    found, names = figures["moment_order"], figures["measures"]
    drawn = f"{number_of(found['queries'], 'query', 'queries')}, 95%, {found['draws']} draws"
    yield f"one true moment a query against graded labels, tau-b ({drawn}):"
    yield f"  the true moment is {found['source']}"
    rows = []
    for one, graded in same_question(names):
        at = names.index(one), names.index(graded)
        tau = [found[part][at[0]][at[1]] for part in ("tau_b", "low", "high")]
        rows.append((f"{one} on one, {graded} on graded", [tau]))
    yield from grid(["tau-b"], rows)
    one, graded = same_question(names)[0]
    systems = figures["systems"]
    yield f"  order by {one}, one true moment: {', '.join(best_first(systems, found['one_moment'][one]))}"
    yield f"  order by {graded}, graded labels: {', '.join(best_first(systems, found['graded'][graded]))}"


def _checkpoints(figures: Figures) -> Iterator[str]:
    names, found = figures["measures"], figures["checkpoints"]
    yield f"picked checkpoint, and how often draws pick it again (95%, {found['draws']} draws):"
    width = max(map(len, names)) + 2
    for name, run, kept, ends in zip(names, found["picked"], found["kept"], found["kept_interval"], strict=True):
        again = NO_PICK if run is None else f"{run}, {kept:.1%} [{ends[0]:.1%}, {ends[1]:.1%}]"
        yield f"  {name:<{width}}{again}"
    yield f"z-score of the picked ones under each measure, with its interval below (95%, {found['draws']} draws):"
    if runs := [run for run in dict.fromkeys(found["picked"]) if run is not None]:
        yield from tall_grid(_numbers(names), [(run, found["z"][found["picked"].index(run)]) for run in runs])
        yield f"  {', '.join(_numbered(names))}"
    yield f"  {lowest_score(figures)}"
