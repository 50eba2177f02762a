"""Decides what only twins campaigns ask: judgements, captions, and clips that are withdrawn in both directions."""

from __future__ import annotations

from annotator.scoring.selectors.twins import twins_of_moments
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.pairs.services.recutting import cut_reported_again
from consensus.pairs.services.twins import both_directions, withdraw_clip
from consensus.pairs.services.withdrawing import put_back_pair
from consensus.stuck.selectors.grading import held_up_pairs
from consensus.twin_truths.services.deciding import accept_caption, decide_twins, drop_captions, send_caption_back
from consensus.twin_truths.services.undoing import take_back_twins
from console.decisions.choices import Choice
from console.decisions.selectors.twins import BACK, EVERYWHERE, RECUT
from console.decisions.views.acts.asked import Acts, Asked
from console.decisions.views.acts.exits import undo_exit
from console.decisions.views.acts.stuck import use_again
from moments.base.errors import BadInput
from moments.clips.services.starting import try_video_again

CAPTIONS = {"accept": accept_caption, "return": send_caption_back, "drop": drop_captions}
NOT_TEMPORAL = "no"


def judgement_in(unreal: str, criterion: str) -> JudgementAnswer:
    """The judgement of a form; raises BadInput naming what it lacks."""
    if unreal == NOT_TEMPORAL:
        return JudgementAnswer(False)
    if criterion not in list(Criterion):
        raise BadInput(f"expected one of {', '.join(Criterion)}", field="criterion")
    return JudgementAnswer(True, Criterion(criterion), Unreal(unreal))


def _judge(asked: Asked, choice: Choice) -> object:
    judgement = judgement_in(choice.value, asked.criterion)
    return decide_twins(
        pair=asked.pair, judgement=judgement, reason=asked.reason, now=asked.now, actor=asked.lead.actor
    )


def _check(asked: Asked, choice: Choice) -> object:
    decide = CAPTIONS[choice.value]
    return decide(pair=asked.pair, reason=asked.reason, now=asked.now, actor=asked.lead.actor)


def _undo(asked: Asked) -> object:
    return take_back_twins(
        pair=asked.pair, actor=asked.lead.actor, now=asked.now, reason="undone in the queue", seen=asked.seen_number
    )


def _report(asked: Asked, choice: Choice) -> object:
    pair, actor = asked.pair, asked.lead.actor
    if choice.value == BACK.value:
        return put_back_pair(pair=pair, actor=actor, reason=asked.reason, now=asked.now)
    if choice.value == RECUT.value:
        by_admin = asked.lead.is_admin
        return cut_reported_again(pair=pair, whole_video=False, by_admin=by_admin, actor=actor, now=asked.now)
    return withdraw_clip(pair=pair, actor=actor, reason=asked.reason, now=asked.now, reported=True)


def _unstick(asked: Asked, choice: Choice) -> object:
    pair = asked.pair
    if not held_up_pairs(asked.lead.campaign).filter(pk=pair.pk).exists():
        raise BadInput(f"pair {pair.number} is no longer waiting here")
    if choice.value == RECUT.value:
        moments = [moment.pk for moment in both_directions(pair)]
        return try_video_again(video=pair.moment.video, by_admin=asked.lead.is_admin, now=asked.now, moments=moments)
    return withdraw_clip(pair=pair, actor=asked.lead.actor, reason=asked.reason, now=asked.now)


def _come_back(asked: Asked) -> object:
    if not asked.seen.startswith(EVERYWHERE):
        return undo_exit(asked)
    moment = asked.pair.moment_id
    return use_again(asked, moment=twins_of_moments([moment])[moment].forward)


JUDGEMENTS = Acts(_judge, _undo)
CHECKED = Acts(_check, _undo)
REPORTED_CLIPS = Acts(_report, _come_back)
STUCK_CLIPS = Acts(_unstick, _come_back)
