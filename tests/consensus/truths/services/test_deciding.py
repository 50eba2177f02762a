"""What a lead decides on a question that waits for them, and taking it back."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from annotator.asking.services.drafts import save_draft
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.models import Ask, DerivedAsk, Membership
from consensus.decisions.known_kinds import kind_named
from consensus.models import TruthSegment, Verdict
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.truths.selectors.complete import questions_for_lead
from consensus.truths.services.deciding import decide_question, reject_question, return_question
from consensus.truths.services.undoing import take_back_question
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry
from tests.built_once import built_once
from tests.factories import NOW, settle
from tests.marking import asked, disputed, marking_campaign

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)
AFTER = NOW + timedelta(minutes=6)


@built_once
def left_to_the_lead() -> tuple[Campaign, list[Membership], Ask]:
    campaign, people = marking_campaign()
    return campaign, people, disputed(campaign, people)


@pytest.fixture
def scene():
    campaign, people, ask = left_to_the_lead()
    assert list(questions_for_lead(campaign)) == [ask.pair]
    return campaign, people, ask


def decide(ask: Ask, what: str) -> Verdict:
    given = {"pair": ask.pair, "reason": "seen all", "now": LATER, "actor": "L1"}
    if what == "decide":
        return decide_question(segments=[[10_000, 22_000]], **given)
    return {"return": return_question, "reject": reject_question}[what](**given)


def found(ask: Ask) -> tuple[object, ...]:
    ask.refresh_from_db()
    return ask.state, ask.returns, ask.reason


def last_sentence() -> str:
    entry = LedgerEntry.objects.order_by("-number")[0]
    return kind_named(entry.kind).sentence(json.loads(entry.payload))


def test_a_lead_sends_a_question_back_with_the_reason(scene):
    campaign, _, ask = scene
    verdict = decide(ask, "return")
    assert (verdict.kind, verdict.round, verdict.actor) == ("returned", 2, "L1")
    assert found(ask) == ("returned", 1, "seen all")
    assert last_sentence() == "The lead returned the question to its author. Reason: seen all"
    assert list(questions_for_lead(campaign)) == []
    assert list(breaches(campaign, now=AFTER, sweep_s=60)) == []


def test_a_question_that_was_returned_twice_does_not_go_back_again(scene):
    _, _, ask = scene
    Ask.objects.update(returns=2)
    with pytest.raises(BadInput, match="already returned 2 times; set its answer or reject it"):
        decide(ask, "return")
    assert Verdict.objects.count() == 0


@pytest.mark.parametrize("what", ["decide", "return", "reject"])
def test_who_wrote_or_marked_a_question_decides_nothing_about_it(scene, what):
    _, people, ask = scene
    for member in people:
        with pytest.raises(BadInput, match="needs another lead, because you wrote or marked it yourself"):
            call = {"decide": decide_question, "return": return_question, "reject": reject_question}[what]
            more = {"segments": [[10_000, 20_000]]} if what == "decide" else {}
            call(pair=ask.pair, reason="mine", now=LATER, actor=member.pseudonym, **more)
    assert Verdict.objects.count() == 0


@pytest.mark.parametrize(
    ("what", "before"), [("decide", "adjudicated"), ("return", "returned"), ("reject", "withdrawn")]
)
def test_every_decision_can_be_taken_back_and_made_again(scene, what, before):
    campaign, _, ask = scene
    verdict = decide(ask, what)
    take_back_question(pair=ask.pair, actor="L2", reason="the wrong key", now=AFTER, seen=verdict.pk)
    assert found(ask) == ("checked", 0, "")
    assert list(questions_for_lead(campaign)) == [ask.pair]
    assert list(Verdict.objects.values_list("superseded", flat=True)) == [True]
    assert last_sentence() == f"The lead's decision by L1 ({before}) was taken back. Reason: the wrong key"
    assert list(breaches(campaign, now=AFTER, sweep_s=60)) == []
    again = decide(ask, "decide")
    assert list(again.segments.values_list("start_ms", "end_ms")) == [(10_000, 22_000)]
    assert list(breaches(campaign, now=AFTER, sweep_s=60)) == []


def test_what_was_made_from_an_answer_ends_with_it(scene):
    campaign, _, ask = scene
    decide(ask, "decide")
    made = DerivedAsk.objects.create(
        ask=ask, task="ca", text="they meet", state="accepted", actor="A", made_at=LATER, decided_at=LATER
    )
    settle(campaign, now=AFTER)
    made.refresh_from_db()
    assert made.state == "accepted"
    take_back_question(pair=ask.pair, actor="L1", now=AFTER)
    decide_question(pair=ask.pair, segments=[[14_000, 26_000]], reason="moved", now=AFTER, actor="L1")
    settle(campaign, now=AFTER)
    made.refresh_from_db()
    assert (made.state, made.actor) == ("rejected", "rule")
    assert list(breaches(campaign, now=AFTER, sweep_s=60)) == []


def test_a_return_stays_once_its_author_has_changed_the_question(scene):
    _, (author, *_), ask = scene
    decide(ask, "return")
    save_draft(member=author, number=ask.number, fields={"text": "When exactly?"}, now=AFTER)
    with pytest.raises(BadInput, match="its author has already begun to change the question"):
        take_back_question(pair=ask.pair, actor="L1", now=AFTER)
    submit_ask(member=author, number=ask.number, sent=Sent("again"), now=AFTER)
    with pytest.raises(BadInput, match="the question is not decided"):
        take_back_question(pair=ask.pair, actor="L1", now=AFTER)
    assert found(ask)[:2] == ("submitted", 1)


def test_what_was_decided_again_meanwhile_is_not_taken_back(scene):
    _, _, ask = scene
    first = decide(ask, "reject")
    take_back_question(pair=ask.pair, actor="L1", now=AFTER)
    decide(ask, "decide")
    with pytest.raises(BadInput, match="decided again in the meantime"):
        take_back_question(pair=ask.pair, actor="L1", now=AFTER, seen=first.pk)
    assert TruthSegment.objects.filter(verdict__superseded=False).count() == 1


def test_what_the_rules_decided_or_a_lead_withdrew_before_is_not_put_back(scene):
    campaign, (author, *_), _ = scene
    early = asked(author)
    withdraw_pair(pair=campaign.pairs.get(pk=early.pair_id), actor="L1", reason="shows a name", now=LATER)
    with pytest.raises(BadInput, match="withdrawn before the rules left it to a lead"):
        take_back_question(pair=early.pair, actor="L1", now=AFTER)
    assert found(early)[0] == "rejected"
    Verdict.objects.update(actor="rule")
    with pytest.raises(BadInput, match="decided by the rules"):
        take_back_question(pair=early.pair, actor="L1", now=AFTER)
