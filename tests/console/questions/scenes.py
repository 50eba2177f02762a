"""A campaign with questions in every state, for the lead's pages."""

from __future__ import annotations

from datetime import timedelta

from annotator.models import Ask, Membership
from consensus.truths.services.deciding import reject_question
from moments.models import Campaign
from tests.built_once import built_once
from tests.factories import NOW, claim, settle
from tests.marking import asked, disputed, finished, make_whole_video, mark, marking_campaign, send

LATER = NOW + timedelta(minutes=4)


@built_once
def questions_scene() -> tuple[Campaign, list[Membership], dict[str, Ask]]:
    """A campaign with three people, and a question in each state by the state's key on the list of questions."""
    campaign, people = marking_campaign(videos=1)
    lead_s = disputed(campaign, people, text="Where do they meet?")
    rejected = disputed(campaign, people, text="Who is this?")
    reject_question(pair=rejected.pair, reason="shows a name", now=LATER, actor="L9")
    author, marker, _ = people
    other = make_whole_video(campaign, "night", duration_s=90, domain="sports").video
    names = ("accepted", "returned", "checked")
    asks = {name: asked(author, video=other, text=f"{name} question?", now=LATER) for name in names}
    finished(author, now=LATER)
    seats = {seat.pair_id: seat for seat in claim(marker, 20, now=LATER)}
    mark(marker, seats[asks["accepted"].pair_id], now=LATER)
    send(marker, seats[asks["returned"].pair_id], segments=[], note="nothing there", now=LATER)
    mark(marker, seats[asks["checked"].pair_id], [[10_000, 20_000], [30_000, 40_000]], now=LATER)
    settle(campaign, now=LATER + timedelta(minutes=2))
    asks |= {"lead": lead_s, "rejected": rejected, "submitted": asked(author, text="submitted question?", now=LATER)}
    return campaign, people, {name: Ask.objects.get(pk=ask.pk) for name, ask in asks.items()}
