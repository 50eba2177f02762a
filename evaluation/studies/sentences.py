"""The findings of the studies of measures in a sentence each, for reports and pages alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaluation.studies.entries import ENOUGH

Figures = dict[str, Any]
NO_PICK = "none, as all tie"
TOO_FEW = "too few queries"


def number_of(number: int, what: str, several: str) -> str:
    """A number of things, in the singular if there is one."""
    return f"{number} {what if number == 1 else several}"


def simulated_sentence(figures: Figures) -> str:
    """How many of the systems are simulated, and why if they fill in."""
    simulated, systems = figures["simulated"], len(figures["systems"])
    filled = f": they fill in where fewer than {ENOUGH} are there" if 0 < systems - simulated < ENOUGH else ""
    return f"{simulated} of the systems are simulated{filled}"


def gains_sentence(figures: Figures) -> str:
    """Which gains NDCG uses for the levels, if they are not the usual ones."""
    return f"NDCG uses the gains {', '.join(f'{gain:g}' for gain in figures['gains'])} for the levels from 0 up"


def least_agreement(figures: Figures) -> str:
    """The two measures that agree least, with their interval."""
    names, found = figures["measures"], figures["agreement"]
    size = len(names)
    couples = [
        (found["tau_b"][one][other], one, other)
        for one in range(size)
        for other in range(one + 1, size)
        if found["tau_b"][one][other] is not None
    ]
    if not couples:
        return "undefined: a measure ties all systems"
    tau, one, other = min(couples)
    low, high = found["low"][one][other], found["high"][one][other]
    return f"{names[one]} and {names[other]}: {tau:.3f} [{low:.3f}, {high:.3f}]"


def planner_sentences(figures: Figures) -> dict[str, str]:
    """For each measure how many queries order the systems reliably, with the interval."""
    found = figures["needed"]
    most = f"more than {found['largest']}" if found["largest"] else TOO_FEW
    shown = {
        name: [most if value is None else str(value) for value in values] for name, values in found["queries"].items()
    }
    return {name: most if low == most else f"{number} [{low}, {high}]" for name, (number, low, high) in shown.items()}


def fewest_needed(figures: Figures) -> str:
    """Which measure needs the fewest queries, in a sentence; of equals, the first."""
    found = figures["needed"]
    if not found["largest"]:
        return f"{TOO_FEW.capitalize()} for two sets that share none."
    numbers = {name: found["queries"][name][0] for name in figures["measures"]}
    known = {name: number for name, number in numbers.items() if number is not None}
    if not known:
        return f"No measure reaches a τ-b of {found['tau_b']:g} with up to {found['largest']} queries."
    name = min(known, key=lambda one: known[one])
    return f"{name} needs the fewest queries for a τ-b of {found['tau_b']:g}: {planner_sentences(figures)[name]}."


def same_question(names: Sequence[str]) -> list[tuple[str, str]]:
    """R@K,θ for one true moment with NDCG@K,IoU≥θ for graded labels, as the paper pairs them."""
    return [(name, other) for name in names if name.startswith("R@") for other in names if _asks_alike(name, other)]


def _asks_alike(recall: str, other: str) -> bool:
    k, threshold = recall.removeprefix("R@").split(",IoU>")
    return other in {f"NDCG@{k},IoU{sign}{threshold}" for sign in (">=", ">")}


def best_first(systems: Sequence[str], means: Sequence[float]) -> list[str]:
    """The systems by falling mean; of equals, the first."""
    return [systems[at] for at in sorted(range(len(systems)), key=lambda at: -means[at])]


def lowest_score(figures: Figures) -> str:
    """The lowest z-score that a measure gives to what another one picks, with its interval."""
    names, found = figures["measures"], figures["checkpoints"]
    scores = [
        (cell, picking, judging)
        for picking, row in enumerate(found["z"])
        for judging, cell in enumerate(row)
        if cell[0] is not None
    ]
    if not scores:
        return "No measure picks a run."
    (z, low, high), picking, judging = min(scores, key=lambda one: one[0][0])
    run, picks, judges = found["picked"][picking], names[picking], names[judging]
    return f"Lowest z-score: {picks} picks {run}, and {judges} gives it {z:.3f} [{low:.3f}, {high:.3f}]."
