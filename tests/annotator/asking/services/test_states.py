"""Questions move on once, whatever is asked for twice."""

from __future__ import annotations

import pytest

from annotator.asking.services.states import accept_asks, mark_checked, reject_asks, return_ask
from annotator.models import Ask
from tests.annotator.asking.scenes import LATER, begun, drafted, submitted
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask() -> Ask:
    _, (author, *_) = marking_campaign()
    begun(author)
    return submitted(author)


def state(ask: Ask) -> str:
    ask.refresh_from_db()
    return ask.state


def test_a_question_is_checked_then_accepted(ask):
    pairs = [ask.pair_id]
    assert (mark_checked(pairs=pairs, now=LATER), state(ask)) == (1, "checked")
    assert mark_checked(pairs=pairs, now=LATER) == 0
    assert (accept_asks(pairs=pairs, now=LATER), state(ask)) == (1, "accepted")
    assert accept_asks(pairs=pairs, now=LATER) == 0
    assert (mark_checked(pairs=pairs, now=LATER), state(ask)) == (0, "accepted")


def test_a_question_goes_back_with_its_reason_and_comes_again(ask):
    reason = "which of the two?"
    for returns in (1, 2):
        assert return_ask(pair=ask.pair_id, reason=reason, now=LATER)
        assert (state(ask), ask.returns, ask.reason) == ("returned", returns, reason)
        assert not return_ask(pair=ask.pair_id, reason=reason, now=LATER)
        submitted(ask.author, ask)
        assert (state(ask), ask.returns, ask.reason) == ("submitted", returns, "")


def test_a_long_reason_is_cut(ask):
    assert return_ask(pair=ask.pair_id, reason="x" * 3000, now=LATER)
    assert (state(ask), len(ask.reason)) == ("returned", 1000)


def test_a_question_is_rejected_once_in_any_state(ask):
    accept_asks(pairs=[ask.pair_id], now=LATER)
    assert reject_asks(pairs=[ask.pair_id], reason="asked before", now=LATER)
    assert (state(ask), ask.reason) == ("rejected", "asked before")
    assert not reject_asks(pairs=[ask.pair_id], reason="again", now=LATER)
    assert accept_asks(pairs=[ask.pair_id], now=LATER) == 0


def test_drafts_do_not_move(ask):
    draft = drafted(ask.author)
    mark_checked(pairs=[ask.pair_id], now=LATER)
    assert state(draft) == "draft"
