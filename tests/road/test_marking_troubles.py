"""What goes wrong around a question while people write and mark it: nothing is lost, and each hears why."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.asking.selectors.asks import current_viewing
from annotator.asking.services.drafts import save_draft
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.asking.services.viewing import UnknownVideo, note_viewing
from annotator.desk.services.claiming import claim_seats
from annotator.joining.selectors.leaving import leaving_policy, leaving_terms
from annotator.joining.services.leaving_policy import set_leaving
from annotator.models import Ask, Leaving, Score, Staffing
from consensus.decisions.selectors.verdicts import pairs_without_clip
from consensus.people.services.leaving import leave_study
from consensus.queries.services.editing import edit_query
from consensus.sweep.services import settle_campaign
from moments.base.errors import BadInput
from moments.models import Campaign, Clip
from moments.models.clips import random_key
from tests.annotator.asking.scenes import LATER, begun, drafted, key_of
from tests.factories import NOW
from tests.marking import asked, finished, mark, marking_campaign

pytestmark = pytest.mark.django_db
AFTER = LATER + timedelta(minutes=10)


def fail_proxy(campaign: Campaign) -> None:
    """The proxy cannot be shown, as after a failed cut."""
    proxies = Clip.objects.filter(moment__campaign=campaign, moment__whole=True)
    proxies.update(state="failed", reason="the video is damaged")


def cut_again(campaign: Campaign) -> None:
    """The proxy is back, its files under a fresh name, as every cut gives it."""
    for proxy in Clip.objects.filter(moment__campaign=campaign, moment__whole=True):
        Clip.objects.filter(pk=proxy.pk).update(state="ready", reason="", key=random_key())


def test_a_question_waits_while_its_proxy_is_missing_and_the_lead_sees_it() -> None:
    campaign, (author, marker, _) = marking_campaign()
    asked(author)
    finished(author)
    fail_proxy(campaign)
    assert claim_seats(member=marker, count=5, now=NOW).seats == []
    settle_campaign(campaign=campaign, now=NOW)
    assert list(pairs_without_clip(campaign)) == list(campaign.pairs.all())
    cut_again(campaign)
    (seat,) = claim_seats(member=marker, count=5, now=NOW).seats
    assert mark(marker, seat).status == "saved"
    assert not pairs_without_clip(campaign).exists()


def test_a_marker_keeps_seat_answer_and_key_of_the_video_when_the_proxy_fails_and_is_cut_again() -> None:
    campaign, (author, marker, _) = marking_campaign()
    asked(author)
    finished(author)
    (seat,) = claim_seats(member=marker, count=5, now=NOW).seats
    watched = {"member": marker, "key": key_of(campaign.videos.get()), "bookmarks": None, "now": LATER}
    note_viewing(watched=[[0, 5000]], **watched)
    fail_proxy(campaign)
    assert claim_seats(member=marker, count=5, now=LATER).seats == []
    with pytest.raises(UnknownVideo, match="you have no such video, or it was replaced; ask for your work again"):
        note_viewing(watched=[[5000, 9000]], **watched)
    cut_again(campaign)
    assert [one.pk for one in claim_seats(member=marker, count=5, now=LATER).seats] == [seat.pk]
    viewing = note_viewing(watched=[[5000, 9000]], **watched)
    assert viewing is not None
    assert viewing.watched == [[0, 9000]]
    assert mark(marker, seat, now=LATER).status == "saved"


def test_an_answer_that_was_on_its_way_while_the_proxy_failed_is_stored() -> None:
    campaign, (author, marker, _) = marking_campaign()
    asked(author)
    finished(author)
    (seat,) = claim_seats(member=marker, count=5, now=NOW).seats
    fail_proxy(campaign)
    assert mark(marker, seat, now=LATER).status == "saved"
    settle_campaign(campaign=campaign, now=AFTER)
    assert campaign.asks.get().state == "accepted"


def test_an_authors_drafts_and_picture_survive_a_proxy_that_is_cut_again() -> None:
    campaign, (author, *_) = marking_campaign()
    begun(author)
    picture = {"key": key_of(campaign.videos.get()), "at_ms": 50_000}
    ask = drafted(author, task="ims", condition=picture)
    fail_proxy(campaign)
    with pytest.raises(BadInput, match="there is no such video, or it is no longer available"):
        save_draft(member=author, number=ask.number, fields={"condition": {**picture, "at_ms": 1}}, now=LATER)
    with pytest.raises(BadInput, match="the video of the picture is no longer available"):
        submit_ask(member=author, number=ask.number, sent=Sent("k"), now=LATER)
    save_draft(member=author, number=ask.number, fields={"text": "When does it fall?"}, now=LATER)
    cut_again(campaign)
    save_draft(member=author, number=ask.number, fields={"condition": {**picture, "at_ms": 40_000}}, now=LATER)
    assert current_viewing(author) is not None
    submit_ask(member=author, number=ask.number, sent=Sent("k"), now=LATER)
    stored = Ask.objects.get()
    assert (stored.state, stored.text, stored.condition_ms) == ("submitted", "When does it fall?", 40_000)


def test_the_road_of_graded_queries_does_not_edit_a_question_that_is_being_marked() -> None:
    campaign, (author, marker, _) = marking_campaign()
    asked(author)
    finished(author)
    (seat,) = claim_seats(member=marker, count=5, now=NOW).seats
    query = campaign.queries.get()
    with pytest.raises(BadInput, match="is edited on the page of the question"):
        edit_query(query=query, text="Something else?", actor="lead", reason="shorter", now=LATER)
    assert mark(marker, seat, now=LATER).status == "saved"
    query.refresh_from_db()
    assert (query.version, campaign.pairs.get().attempt) == (1, 1)


def test_people_who_leave_a_campaign_that_marks_leave_their_markings() -> None:
    campaign, (author, *_) = marking_campaign()
    asked(author)
    with pytest.raises(BadInput, match="leaving: people who leave keep their answers"):
        set_leaving(campaign=campaign, leaving=Leaving.VOID, now=NOW, actor="lead")
    Staffing.objects.update_or_create(campaign=campaign, defaults={"leaving": Leaving.VOID})
    assert leaving_policy(campaign) == Leaving.KEEP
    assert [terms.voids for terms in leaving_terms(author.user)] == [False]
    leave_study(user=author.user, now=LATER)
    assert Score.objects.get().seat.superseded is False
