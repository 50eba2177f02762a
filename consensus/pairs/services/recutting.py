"""Has the clips of reported pairs cut again, and brings pairs back whose clip was reported as broken."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.problems.selectors import mended_reports
from annotator.problems.services.mending import RESOLUTION, close_mended_reports
from annotator.seats.services.superseding import hold_people
from consensus.decisions.ledger_kinds import CLIPS_CUT_AGAIN, PAIR_PUT_BACK
from consensus.pairs.services.twins import both_directions
from consensus.pairs.services.withdrawing import require_waiting
from moments.campaign.services import hold_campaign
from moments.clips.selectors.clips import needed_moments
from moments.clips.services.starting import try_video_again
from moments.ledger.chain import Record
from moments.ledger.services import record_decision, record_decisions
from moments.models import Campaign, CutOrder, Pair

ACTOR = "rule"


@transaction.atomic
def cut_reported_again(*, pair: Pair, whole_video: bool, by_admin: bool, actor: str, now: datetime) -> CutOrder:
    """Have the clip of a reported pair cut again, or all of its video that pairs need; the order.

    Of twins both directions are cut again, so that they stay the reverse of each other.
    The pair stays on hold until a lead has looked at the new clip, unless it was reported as broken. Scores and
    verdicts stay. Raises BadInput if the pair no longer waits for a lead, and what `try_video_again` raises.
    """
    hold_campaign(pair.campaign)
    require_waiting(pair)
    needed = needed_moments(pair.campaign).filter(video=pair.moment.video_id)
    own = [one.pk for one in both_directions(pair)] if pair.campaign.is_twin else [pair.moment_id]
    moments = dict((needed if whole_video else needed.filter(pk__in=own)).values_list("pk", "desc_id"))
    order = try_video_again(video=pair.moment.video, by_admin=by_admin, now=now, moments=list(moments))
    payload = {"moments": sorted(moments.values()), "whole_video": whole_video}
    record_decision(campaign=pair.campaign, kind=CLIPS_CUT_AGAIN, actor=actor, payload=payload, now=now, pair=pair)
    return order


def return_recut_pairs(*, campaign: Campaign, now: datetime) -> int:
    """Put the pairs back into their queues, without a lead; how many there were. Repeating it finds none."""
    if not mended_reports(campaign).exists():  # nearly every sweep: nothing to lock
        return 0
    with transaction.atomic():
        hold_campaign(campaign)
        hold_people(campaign)  # a report that comes now must not be overlooked
        pairs = close_mended_reports(campaign=campaign, now=now)
        records = [
            Record(PAIR_PUT_BACK, ACTOR, {"reason": RESOLUTION}, pair.query.query_id, pair.number) for pair in pairs
        ]
        record_decisions(campaign=campaign, records=records, now=now)
    return len(pairs)
