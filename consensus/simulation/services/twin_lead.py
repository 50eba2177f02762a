"""The simulated lead of a twins campaign: decides what the rules left open, withdraws what nobody can answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from annotator.scoring.selectors.twins import final_captions, twins_of_moments
from annotator.twins.tasks import TwinTask, task_of
from consensus.decisions.selectors.verdicts import stuck_pairs
from consensus.pairs.services.twins import withdraw_clip
from consensus.simulation.services.lead import ACTOR
from consensus.simulation.services.twin_world import Scenes
from consensus.simulation.twins.movements import true_judgement
from consensus.simulation.twins.templates import tells_direction
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twin_truths.services.deciding import accept_caption, decide_twins, drop_captions
from moments.models import Campaign


def decide_left_open(*, campaign: Campaign, world: Mapping[int, Scenes], now: datetime) -> int:
    """Decide every clip and caption that waits for the lead; the number of decisions.

    The lead knows what the clips show. A clip gets its true judgement. A caption that tells the direction is accepted;
    otherwise the captions of its clip are dropped.
    """
    pairs = list(twins_for_lead(campaign).select_related("campaign", "query", "moment"))
    clips = {moment: twin.forward_id for moment, twin in twins_of_moments(pair.moment_id for pair in pairs).items()}
    written = final_captions(clips.values())
    dropped: set[int] = set()
    decided = 0
    for pair in pairs:
        clip = clips[pair.moment_id]
        if clip in dropped:
            continue
        decided += 1
        if task_of(pair.query.query_id) is TwinTask.JUDGE:
            judgement = true_judgement(world[clip])
            decide_twins(pair=pair, judgement=judgement, reason="what the clip shows", now=now, actor=ACTOR)
            continue
        _, newest = written[clip][-1]
        text = newest.forward_text if pair.moment_id == clip else newest.backward_text
        if tells_direction(text, world[clip]):
            accept_caption(pair=pair, reason="it tells the direction", now=now, actor=ACTOR)
        else:
            drop_captions(pair=pair, reason="it does not tell the direction", now=now, actor=ACTOR)
            dropped.add(clip)
    return decided


def withdraw_stuck_clips(*, campaign: Campaign, now: datetime) -> int:
    """Withdraw every clip about which nobody is left to answer, in both directions; the number of clips."""
    stuck = list(stuck_pairs(campaign).select_related("campaign", "moment"))
    twins = twins_of_moments(pair.moment_id for pair in stuck)
    clips = {twins[pair.moment_id].forward_id: pair for pair in stuck}
    for pair in clips.values():
        withdraw_clip(pair=pair, actor=ACTOR, reason="nobody is left to answer", now=now)
    return len(clips)
