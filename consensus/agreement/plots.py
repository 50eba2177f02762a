"""What is drawn of agreement for a paper: alpha over time with its intervals."""

from __future__ import annotations

from annotator.text.section import Plot
from consensus.agreement.blocks import AlphaBlocks


def alpha_drawing(blocks: AlphaBlocks, *, by_week: bool) -> Plot | None:
    """Alpha of each block that has one; None if none has."""
    rows = tuple(
        {"x": block.label, "mean": block.alpha.value, "low": block.alpha.low, "high": block.alpha.high}
        for block in blocks.shown
        if block.alpha.value is not None
    )
    if not rows:
        return None
    steps = "week by week" if by_week else "block by block of pairs"
    sentence = f"Krippendorff’s ordinal alpha with 95% intervals, {steps}."
    return Plot("alpha", "intervals", sentence, "week" if by_week else "pairs, in order", "ordinal alpha", rows)
