"""The queues of twins campaigns: one form decides, one undoes, and the list counts what waits."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from annotator.models import Problem, ProblemKind, Seat
from consensus.models import TwinTruth, Verdict
from console.campaign.selectors.twins import twin_page
from console.inbox.selectors.inbox import inbox_counts
from moments.models import Clip, WithdrawnMoment
from tests.console.decisions.scenes import queue_page
from tests.factories import NOW, make_lead
from tests.twins import Road

pytestmark = pytest.mark.django_db
BY_PROGRAM = {"HX-Request": "true"}


class Page:
    """A lead at the queues of a road's campaign."""

    def __init__(self, road: Road) -> None:
        self.road, self.lead, self.client = road, make_lead(road.campaign), Client()
        self.client.force_login(self.lead.user)

    def shown(self, kind: str) -> str:
        return self.client.get(queue_page(kind, "arrow")).content.decode()

    def send(self, kind: str, item: int, decision: str, *, reason: str = "looked", **more: str):
        fields = {"decision": decision, "reason": reason, **more}
        return self.client.post(f"{queue_page(kind, 'arrow')}{item}/", fields, headers=BY_PROGRAM)

    def undo(self, kind: str, item: int, seen: object):
        return self.client.post(f"{queue_page(kind, 'arrow')}{item}/undo/", {"seen": str(seen)}, headers=BY_PROGRAM)

    def listed(self, kind: str) -> list[int]:
        """The pairs that the queue shows."""
        return [int(number) for number in re.findall(r'data-what="Pair (\d+)"', self.shown(kind))]

    def counted(self) -> dict[str, int]:
        """What the overview says of the queues."""
        return twin_page(self.road.campaign, now=self.road.now).for_lead

    def waiting(self) -> dict[str, int]:
        """What the inbox counts."""
        return {section.key: count for section, count in inbox_counts(self.road.campaign) if count}


@pytest.fixture
def disputed() -> Page:
    return Page(Road().judged("neither", "backward", "no"))


@pytest.fixture
def failed() -> Page:
    return Page(Road(most_returns=0).judged().written().assigned(1, right=False))


def reported(road: Road, task: str = "judge") -> Problem:
    pair = road.pair(task)
    seat = Seat.objects.filter(pair=pair).first()
    type(pair).objects.filter(pk=pair.pk).update(parked=True)
    return Problem.objects.create(
        pair=pair, seat=seat, annotator=road.people[0], kind=ProblemKind.BROKEN_CLIP, note="black", reported_at=road.now
    )


def test_a_card_names_the_directions_and_says_what_each_person_answered(disputed):
    page = disputed.shown("judgements")
    for words in ("Forward clip", "Backward clip", "three people gave three different answers", "time does not matter"):
        assert words in page
    assert "state, unreal: backward" in page
    assert (disputed.waiting(), "1 left" in disputed.client.get("/c/arrow/decisions/").content.decode()) == (
        {"judgements": 1},
        True,
    )


@pytest.mark.parametrize(
    ("decision", "outcome", "unreal"),
    [("neither", "twins", "neither"), ("backward", "single", "backward"), ("both", "dropped", "both")],
)
def test_a_judgement_is_stored_with_criterion_and_reason(disputed, decision, outcome, unreal):
    answer = disputed.send("judgements", 1, decision, criterion="position")
    assert answer.status_code == 200
    truth = TwinTruth.objects.get()
    assert (truth.outcome, truth.unreal, truth.criterion, truth.verdict.reason) == (
        outcome,
        unreal,
        "position",
        "looked",
    )
    assert disputed.road.breaches() == []


def test_time_that_does_not_matter_needs_no_criterion_and_is_undone(disputed):
    assert disputed.send("judgements", 1, "no").status_code == 200
    verdict = Verdict.objects.get()
    assert disputed.waiting() == {}
    card = disputed.undo("judgements", 1, verdict.pk)
    assert (card.status_code, "data-card" in card.content.decode(), disputed.waiting()) == (
        200,
        True,
        {"judgements": 1},
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"decision": "neither", "criterion": "mood"}, "expected one of activity, sequence, state, position"),
        ({"decision": "neither", "criterion": ""}, "expected one of"),
        ({"decision": "neither", "criterion": "state", "reason": ""}, "give a reason"),
    ],
)
def test_a_judgement_without_criterion_or_reason_is_refused(disputed, given, words):
    answer = disputed.send("judgements", 1, **given)
    assert (answer.status_code, words in answer.content.decode(), Verdict.objects.count()) == (422, True, 0)


def test_of_two_leads_the_second_learns_what_the_first_decided(disputed):
    other = Page(disputed.road)
    disputed.send("judgements", 1, "neither", criterion="state")
    late = other.send("judgements", 1, "no")
    assert late.status_code == 409
    assert f"adjudicated, by {disputed.lead.pseudonym}" in late.content.decode()
    assert TwinTruth.objects.get().outcome == "twins"


def test_a_caption_shows_both_with_their_checks_and_is_accepted_sent_back_or_dropped(failed):
    page = failed.shown("captions")
    for words in ("A man opens the green door", "A man closes the green door", "chose the other clip", "to decide"):
        assert words in page
    assert "Nobody has checked it yet" in page
    item = failed.road.pair("assign").number
    for decision, kind in (("return", "returned"), ("drop", "withdrawn"), ("accept", "adjudicated")):
        assert failed.send("captions", item, decision).status_code == 200
        verdict = Verdict.objects.get(pair__number=item, superseded=False)
        assert (verdict.kind, failed.waiting(), failed.road.breaches()) == (kind, {}, [])
        if kind != "adjudicated":
            assert failed.undo("captions", item, verdict.pk).status_code == 200
            assert failed.waiting() == {"captions": 1}


def test_a_decision_that_others_built_upon_is_not_undone_and_says_so(failed):
    item = failed.road.pair("assign").number
    failed.send("captions", item, "return")
    verdict = Verdict.objects.get(pair__number=item, superseded=False)
    failed.road.now = verdict.decided_at
    failed.road.written("A man pulls a green door towards him", None)
    refused = failed.undo("captions", item, verdict.pk)
    assert (refused.status_code, "is not decided" in refused.content.decode()) == (409, True)


def test_a_reported_clip_is_put_back_or_withdrawn_in_both_directions_and_used_again():
    at = Page(Road())
    reported(at.road)
    assert (at.waiting(), "black" in at.shown("reported")) == ({"reports": 1}, True)
    assert at.send("reported", 1, "back").status_code == 200
    reported(at.road)
    assert at.send("reported", 1, "withdraw").status_code == 200
    rows = WithdrawnMoment.objects.order_by("moment__direction")
    assert list(rows.values_list("moment__direction", flat=True)) == ["backward", "forward"]
    assert (at.road.verdicts("judge")[0][1], at.waiting(), at.road.breaches()) == ("withdrawn", {}, [])
    assert "Use again" in at.shown("reported")
    forward = rows.get(moment__direction="forward")
    assert at.undo("reported", 1, f"everywhere-{forward.pk}").status_code == 200
    assert (WithdrawnMoment.objects.count(), at.road.breaches()) == (0, [])
    at.road.judged().written()
    assert at.road.verdicts("judge")[0][1] == "agreed"


def test_a_reported_clip_that_is_cut_again_is_counted_nowhere_until_it_can_be_looked_at(tmp_path):
    at = Page(Road(twins=2))
    campaign = at.road.campaign
    reported(at.road)
    tried = campaign.cut_orders.create(source=str(tmp_path), ordered_at=NOW, finished_at=NOW)
    tried.videos.create(video=campaign.videos.get(), state="done")
    assert (at.waiting(), at.counted(), at.listed("reported")) == ({"reports": 1}, {"reported": 1}, [1])
    assert "is being cut again" in at.send("reported", 1, "again").content.decode()
    assert Clip.objects.filter(state="pending").count() == 2
    assert (at.waiting(), at.counted(), at.listed("reported")) == ({}, {}, [])
    order = campaign.cut_orders.latest("pk")
    order.videos.update(state="done")
    type(order).objects.filter(pk=order.pk).update(finished_at=NOW)
    Clip.objects.filter(state="pending").update(state="failed", reason="no such file")
    assert (at.waiting(), at.counted(), at.listed("reported")) == ({"reports": 1}, {"reported": 1}, [1])
    assert at.listed("stuck") == []  # what was reported is decided first


def test_two_reports_of_a_task_that_makes_no_sense_hold_only_their_own_pairs():
    at = Page(Road(twins=2))
    problem = reported(at.road)
    Problem.objects.filter(pk=problem.pk).update(kind=ProblemKind.QUERY)
    assert at.waiting() == {"reports": 1}
    assert at.client.get(queue_page("queries", "arrow")).status_code == 404


def test_a_clip_whose_reverse_could_not_be_cut_waits_and_is_withdrawn():
    at = Page(Road())
    Clip.objects.filter(moment__direction="backward").update(state="failed", reason="no such file")
    assert (at.waiting(), "no such file" in at.shown("stuck")) == ({"clips": 1}, True)
    assert 'value="again"' in at.shown("stuck")
    assert at.send("stuck", 1, "withdraw").status_code == 200
    assert (at.waiting(), at.road.breaches()) == ({}, [])
    assert at.send("stuck", 1, "withdraw").status_code == 409


def test_a_clip_that_everybody_has_judged_waits_for_other_people():
    at = Page(Road(people=2).judged("neither", "backward"))
    assert at.waiting() == {"nobody": 1}
    assert "Everybody who is qualified has seen this pair" in at.shown("stuck")
    assert 'value="again"' not in at.shown("stuck")  # both clips are there


def test_links_of_other_kinds_are_not_in_the_list(disputed):
    for address in ("/c/arrow/decisions/", queue_page("judgements", "arrow"), queue_page("reported", "arrow")):
        page = disputed.client.get(address).content.decode()
        assert "/questions/" not in page
        assert "/queries/" not in page


def test_the_page_of_reports_leads_to_both_clips_and_withdraws_both_directions():
    at = Page(Road())
    reported(at.road)
    page = at.client.get("/c/arrow/problems/").content.decode()
    assert (queue_page("reported", "arrow") in page, "/questions/" in page) == (True, False)
    at.client.post("/c/arrow/pairs/1/withdraw/", {"reason": "black", "back": "problems"})
    assert (WithdrawnMoment.objects.count(), at.road.breaches()) == (2, [])
    assert "/questions/" not in at.client.get("/c/arrow/problems/?show=resolved").content.decode()
