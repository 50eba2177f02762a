"""A caption or a window counts once a person other than its requester accepts it, and not after it is rejected (M5)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.models import Ask, DerivedAsk
from consensus.derived.services.deciding import accept_derived, reject_derived
from consensus.models import Verdict
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.consensus.derived.scenes import decided_campaign
from tests.factories import NOW

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def caption():
    ask = Ask.objects.get(campaign=decided_campaign(), number=1)
    return DerivedAsk.objects.create(ask=ask, task="ca", text="A man sits.", requester="L1", made_at=NOW)


def stored() -> tuple[str, str, str, str]:
    one = DerivedAsk.objects.get()
    return one.state, one.text, one.origin, one.actor


def test_another_person_accepts_it(caption):
    accept_derived(derived=caption, actor="L2", now=LATER)
    assert stored() == ("accepted", "A man sits.", "model", "L2")
    entry = LedgerEntry.objects.get(kind="derived_accepted")
    assert (entry.pair_number, entry.actor) == (caption.ask.pair.number, "L2")


def test_changed_words_are_a_persons(caption):
    accept_derived(derived=caption, actor="L2", now=LATER, text=" A woman \n sits. ")
    assert stored() == ("accepted", "A woman sits.", "person", "L2")
    assert json.loads(LedgerEntry.objects.get(kind="derived_accepted").payload)["before"] == "A man sits."


def test_the_requester_cannot_accept_it(caption):
    with pytest.raises(BadInput, match="you requested this caption, so another person must accept it"):
        accept_derived(derived=caption, actor="L1", now=LATER)
    with pytest.raises(IntegrityError), transaction.atomic():
        DerivedAsk.objects.update(state="accepted", actor="L1", decided_at=LATER)
    assert stored()[0] == "waiting"


def test_an_accepted_one_can_be_rejected_and_nothing_twice(caption):
    accept_derived(derived=caption, actor="L2", now=LATER)
    with pytest.raises(BadInput, match="somebody else has decided it already: it is accepted"):
        accept_derived(derived=caption, actor="L3", now=LATER)
    reject_derived(derived=caption, actor="L3", now=LATER, reason="wrong man")
    assert stored() == ("rejected", "A man sits.", "model", "L3")
    with pytest.raises(BadInput, match="it is rejected"):
        reject_derived(derived=caption, actor="L2", now=LATER)
    kinds = LedgerEntry.objects.filter(kind__startswith="derived_").order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["derived_accepted", "derived_rejected"]


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001, "a\0b"])
def test_words_that_no_caption_can_have_are_refused(caption, text):
    with pytest.raises(BadInput, match="expected 1 to 1,000 characters"):
        accept_derived(derived=caption, actor="L2", now=LATER, text=text)
    assert stored()[:2] == ("waiting", "A man sits.")


def test_a_caption_of_an_earlier_truth_is_not_accepted(caption):
    Verdict.objects.filter(pair=caption.ask.pair).update(decided_at=LATER)
    with pytest.raises(BadInput, match="its question has another truth now"):
        accept_derived(derived=caption, actor="L2", now=LATER)


def test_a_caption_of_a_question_without_truth_is_not_accepted(caption):
    Ask.objects.filter(pk=caption.ask_id).update(state="rejected")
    caption.refresh_from_db()
    with pytest.raises(BadInput, match="question 1 has no truth at the moment"):
        accept_derived(derived=DerivedAsk.objects.get(), actor="L2", now=LATER)
