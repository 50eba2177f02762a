"""Has clips cut again, or withdraws a pair, its moment or its video everywhere."""

from __future__ import annotations

from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.pairs.services.moments import return_moments, withdraw_moments
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.stuck.selectors.grading import held_up_pairs
from console.decisions.choices import Choice
from console.decisions.selectors.items import what_of
from console.decisions.selectors.stuck import AGAIN, VIDEO, WITHDRAW
from console.decisions.views.acts.asked import Acts, Asked
from console.decisions.views.acts.exits import undo_exit
from moments.base.errors import BadInput
from moments.clips.services.starting import try_video_again
from moments.models import Moment, Pair, WithdrawnMoment

EVERYWHERE = "everywhere-"


def _decide(asked: Asked, choice: Choice) -> object:
    pair, actor, reason = asked.pair, asked.lead.actor, asked.reason
    if not held_up_pairs(asked.lead.campaign).filter(pk=pair.pk).exists():
        raise BadInput(f"{what_of(pair, asked.lead.campaign).lower()} is no longer waiting here{_since(pair)}")
    if choice.value == AGAIN.value:
        return try_video_again(video=pair.moment.video, by_admin=asked.lead.is_admin, now=asked.now)
    if choice.value == WITHDRAW.value:
        return withdraw_pair(pair=pair, actor=actor, reason=reason, now=asked.now)
    moments = list(pair.moment.video.moments.all()) if choice.value == VIDEO.value else [pair.moment]
    campaign = asked.lead.campaign
    return withdraw_moments(campaign=campaign, moments=moments, actor=actor, reason=reason, now=asked.now)


def _since(pair: Pair) -> str:
    """What became of it, for a lead who came second."""
    standing = current_verdicts().filter(pair=pair).first()
    return f": {standing.get_kind_display()}, {standing.actor}" if standing else ""


def _undo(asked: Asked) -> object:
    return use_again(asked, moment=asked.pair.moment) if asked.seen.startswith(EVERYWHERE) else undo_exit(asked)


def use_again(asked: Asked, *, moment: Moment) -> object:
    """Take back that the moment was withdrawn everywhere; raises BadInput if another decision came between."""
    number = asked.seen.removeprefix(EVERYWHERE)
    rows = WithdrawnMoment.objects.filter(moment__campaign=asked.lead.campaign, moment=moment)
    row = rows.filter(pk=int(number) if number.isascii() and number.isdecimal() and len(number) < 19 else 0).first()
    if row is None:
        raise BadInput("this has already been taken back")
    return return_moments(campaign=asked.lead.campaign, seen=row, actor=asked.lead.actor, now=asked.now)


STUCK = Acts(_decide, _undo)
