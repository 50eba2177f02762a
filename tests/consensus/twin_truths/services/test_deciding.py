"""What a lead decides on clips and captions that the rules left to them."""

from __future__ import annotations

import pytest

from annotator.models import CaptionOrder, Seat
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.models import TwinTruth, Verdict
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twin_truths.services.deciding import (
    AlreadyDecided,
    accept_caption,
    decide_twins,
    drop_captions,
    send_caption_back,
)
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import make_lead
from tests.twins import Road

pytestmark = pytest.mark.django_db
REASON = "I looked at both"
TWINS = JudgementAnswer(True, Criterion.STATE, Unreal.NEITHER)
BETTER = "A man pulls a green door towards him"


def by_lead(road: Road) -> dict[str, object]:
    return {"reason": REASON, "now": road.now, "actor": make_lead(road.campaign).pseudonym}


@pytest.fixture
def disputed() -> Road:
    """A clip on whose judgement three people differ."""
    return Road().judged("neither", "backward", "no")


@pytest.fixture
def failed() -> Road:
    """A clip whose forward caption failed once more than it may be returned; the backward one is still checked."""
    return Road(most_returns=0).judged().written().assigned(1, right=False)


def test_the_leads_judgement_stands_and_somebody_writes_the_captions(disputed):
    verdict = decide_twins(pair=disputed.pair("judge"), judgement=TWINS, **by_lead(disputed))
    assert (verdict.kind, verdict.reason, TwinTruth.objects.get().outcome) == ("adjudicated", REASON, "twins")
    assert disputed.written().assigned(1).pair("assign").attempt == 1
    assert LedgerEntry.objects.filter(kind="twins_decided").count() == 1


def test_a_clip_that_looks_unreal_to_the_lead_too_is_dropped(disputed):
    unreal = JudgementAnswer(True, Criterion.STATE, Unreal.FORWARD)
    decide_twins(pair=disputed.pair("judge"), judgement=unreal, **by_lead(disputed))
    assert TwinTruth.objects.get().outcome == "dropped"
    assert CaptionOrder.objects.count() == 0
    assert disputed.breaches() == []


def test_what_does_not_wait_for_a_lead_is_not_decided(disputed):
    lead = by_lead(disputed)
    decide_twins(pair=disputed.pair("judge"), judgement=TWINS, **lead)
    with pytest.raises(AlreadyDecided, match="is no longer waiting for a lead: adjudicated, by "):
        decide_twins(pair=disputed.pair("judge"), judgement=TWINS, **lead)
    with pytest.raises(AlreadyDecided, match="is not waiting for a lead"):
        accept_caption(pair=disputed.pair("assign"), **lead)
    assert Verdict.objects.count() == 1


def test_a_decision_needs_a_reason_and_the_right_kind_of_pair(disputed):
    lead = by_lead(disputed)
    with pytest.raises(BadInput, match="give a reason"):
        decide_twins(pair=disputed.pair("judge"), judgement=TWINS, **{**lead, "reason": " "})
    with pytest.raises(BadInput, match="is not a pair of the task assign"):
        drop_captions(pair=disputed.pair("judge"), **lead)
    assert Verdict.objects.count() == 0


def test_a_caption_that_the_lead_accepts_counts_with_the_other_one(failed):
    accept_caption(pair=failed.pair("assign"), **by_lead(failed))
    assert failed.verdicts("caption") == []
    failed.assigned(2, backward=True).assigned(3, backward=True)
    assert failed.verdicts("caption") == [(1, "agreed", "")]


def test_a_caption_that_the_lead_sends_back_is_written_again_for_the_leads_reason(failed):
    send_caption_back(pair=failed.pair("assign"), **by_lead(failed))
    order = CaptionOrder.objects.get(attempt=2)
    assert (order.forward_reason, order.keeps_backward) == (REASON, True)
    assert failed.written(BETTER, None).pair("assign").attempt == 2


def test_captions_that_the_lead_drops_are_worked_on_no_longer(failed):
    drop_captions(pair=failed.pair("assign"), **by_lead(failed))
    assert [failed.verdicts("assign", backward=way)[-1][1] for way in (False, True)] == ["withdrawn", "withdrawn"]
    assert failed.verdicts("caption") == [(1, "withdrawn", REASON)]
    waiting = Seat.objects.filter(superseded=False, state__in=["open", "reserved", "held"])
    assert (list(waiting), list(twins_for_lead(failed.campaign)), failed.breaches()) == ([], [], [])


@pytest.mark.parametrize(("person", "decide"), [(0, accept_caption), (1, send_caption_back)])
def test_whoever_wrote_or_checked_the_caption_does_not_decide_on_it(failed, person, decide):
    own = {"reason": REASON, "now": failed.now, "actor": failed.people[person].pseudonym}
    with pytest.raises(BadInput, match="needs another lead, because you judged, described or checked it yourself"):
        decide(pair=failed.pair("assign"), **own)
    assert failed.breaches() == []
