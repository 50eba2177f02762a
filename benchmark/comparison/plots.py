"""What is drawn of two runs for a paper: every query's difference, largest first."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.text.section import Cell, Plot


def differences_drawing(differences: Sequence[float], *, measure: str, first: str, second: str) -> Plot:
    """Every query's difference under the measure, as one bar each."""
    ordered = sorted(differences, reverse=True)
    wins, losses = sum(value > 0 for value in ordered), sum(value < 0 for value in ordered)
    ties = len(ordered) - wins - losses
    sentence = f"{measure} of {first} minus {second}, query by query: {wins} above, {losses} below, {ties} at zero."
    rows: tuple[dict[str, Cell], ...] = tuple(
        {"x": place, "y": round(value, 6)} for place, value in enumerate(ordered, start=1)
    )
    return Plot("differences", "signed", sentence, "query, largest difference first", f"difference in {measure}", rows)
