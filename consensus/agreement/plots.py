"""What is drawn of agreement for a paper: alpha over time with its intervals."""

from __future__ import annotations

from annotator.statistics.alpha import MeasurementLevel
from annotator.text.section import Plot
from consensus.agreement.blocks import AlphaBlocks


def alpha_drawing(
    blocks: AlphaBlocks, *, by_week: bool, level: MeasurementLevel = MeasurementLevel.ORDINAL, units: str = "pairs"
) -> Plot | None:
    """Alpha of each block of `units` that has one; None if none has."""
    rows = tuple(
        {"x": block.label, "mean": block.alpha.value, "low": block.alpha.low, "high": block.alpha.high}
        for block in blocks.shown
        if block.alpha.value is not None
    )
    if not rows:
        return None
    steps = "week by week" if by_week else f"block by block of {units}"
    sentence = f"Krippendorff’s {level} alpha with 95% intervals, {steps}."
    return Plot("alpha", "intervals", sentence, "week" if by_week else f"{units}, in order", f"{level} alpha", rows)
