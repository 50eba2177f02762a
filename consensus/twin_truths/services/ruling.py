"""One turn of the sweep in a twins campaign: judgements, then written captions, then checks."""

from __future__ import annotations

from datetime import datetime

from consensus.twin_truths.services.checking import rule_on_checked
from consensus.twin_truths.services.judging import rule_on_judged
from consensus.twin_truths.services.writing import pass_on_captions
from moments.models import Campaign


def rule_on_twins(campaign: Campaign, now: datetime, *, most: int) -> list[str]:
    """Rule on up to `most` clips and captions of each step; what became of them.

    A second call finds only what is new.
    """
    return [
        *rule_on_judged(campaign, now, most=most),
        *pass_on_captions(campaign, now, most=most),
        *rule_on_checked(campaign, now, most=most),
    ]
