import json

import pytest

from moments.base.errors import BadInput
from moments.models import LedgerEntry, Moment, Rewriting
from moments.rewriting.checks import Checked
from moments.rewriting.faults import Fault
from moments.rewriting.selectors.cards import rewriting_cards
from moments.rewriting.services.review import DecidedAlready, accept_caption, edit_caption, retry_caption
from moments.rewriting.services.store import Tried, attempt_fields
from moments.rewriting.tagging.tagger import Found
from tests.factories import NOW, make_query
from tests.moments.rewriting.scenes import described

pytestmark = pytest.mark.django_db
BY = {"reviewer": "boss", "actor": "admin", "now": NOW}


def in_review(*texts: str) -> Rewriting:
    """A description whose answers all failed."""
    campaign = described("Ross waves.")
    rewriting = Rewriting.objects.create(
        moment=campaign.moments.get(), state="review", tries=2, reason="the answer still contains a name"
    )
    for number, text in enumerate(texts or ("Ross winks.", "A man winks at Joey."), start=1):
        checked = Checked(0.5, (Found("Joey", 0.9),), Fault("name", "Joey"))
        tried = Tried(text, Fault("name", "Joey"), "stub", "1:abc", 0.0, checked, 10, 2)
        rewriting.attempts.create(**attempt_fields(rewriting.pk, number, tried, NOW))
    return rewriting


def stored() -> tuple[str, str, str, str]:
    rewriting = Rewriting.objects.get()
    return rewriting.state, rewriting.source, rewriting.reviewer, Moment.objects.get().caption


def last_decision() -> dict[str, object]:
    return json.loads(LedgerEntry.objects.filter(kind="caption_decided").latest("number").payload)


def test_an_accepted_answer_is_the_caption():
    assert accept_caption(rewriting=in_review(), attempt=2, **BY) == "A man winks at Joey."
    assert stored() == ("accepted", "model", "boss", "A man winks at Joey.")
    assert last_decision() == {"desc_id": 1, "decision": "accepted", "attempt": 2, "source": "model"}


def test_the_description_itself_may_be_the_caption():
    accept_caption(rewriting=in_review(), attempt=None, **BY)
    assert stored() == ("accepted", "original", "boss", "Ross waves.")


def test_an_edited_text_keeps_its_values_whatever_they_say():
    checked = Checked(0.31, (Found("Joey"),), Fault("similarity", "0.31"))
    edit_caption(rewriting=in_review(), text="  A man\n waves at  Joey. ", checked=checked, **BY)
    assert stored() == ("accepted", "person", "boss", "A man waves at Joey.")
    attempt = Rewriting.objects.get().attempts.get(number=3)
    assert (attempt.model, attempt.outcome, attempt.similarity, attempt.names) == (
        "person",
        "edited",
        0.31,
        [["Joey", None]],
    )
    assert last_decision()["similarity"] == 0.31


def test_an_accepted_caption_can_be_edited_again_with_the_whole_history():
    rewriting = in_review()
    accept_caption(rewriting=rewriting, attempt=1, **BY)
    rewriting.refresh_from_db()
    edit_caption(rewriting=rewriting, text="A man waves.", checked=None, **BY)
    assert stored()[3] == "A man waves."
    assert [one.number for one in rewriting.attempts.order_by("number")] == [1, 2, 3]


def test_what_is_to_be_tried_again_waits_with_its_attempts():
    retry_caption(rewriting=in_review(), actor="admin", now=NOW)
    rewriting = Rewriting.objects.get()
    assert (rewriting.state, rewriting.tries, rewriting.attempts.count()) == ("waiting", 0, 2)
    assert last_decision() == {"desc_id": 1, "decision": "retry"}


def test_of_two_decisions_the_first_counts():
    rewriting = in_review()
    same = Rewriting.objects.get()
    accept_caption(rewriting=rewriting, attempt=2, **BY)
    for late in (
        lambda: accept_caption(rewriting=same, attempt=1, **BY),
        lambda: edit_caption(rewriting=same, text="A man waves.", checked=None, **BY),
        lambda: retry_caption(rewriting=same, actor="admin", now=NOW),
    ):
        with pytest.raises(DecidedAlready):
            late()
    assert stored()[3] == "A man winks at Joey."
    assert LedgerEntry.objects.filter(kind="caption_decided").count() == 1


@pytest.mark.parametrize(
    ("text", "message"), [("", "got none"), ("  \n", "got none"), ("x" * 1001, "at most 1,000"), ("\0", "control")]
)
def test_a_text_that_can_be_no_caption_changes_nothing(text, message):
    with pytest.raises(BadInput, match=message):
        edit_caption(rewriting=in_review(), text=text, checked=None, **BY)
    assert stored() == ("review", "", "", "Ross waves.")


@pytest.mark.parametrize("attempt", [1, 9])
def test_an_attempt_without_a_text_cannot_be_accepted(attempt):
    with pytest.raises(BadInput):
        accept_caption(rewriting=in_review(""), attempt=attempt, **BY)


def test_once_captions_are_used_they_stay():
    rewriting = in_review()
    make_query(rewriting.moment.campaign, pairs=0, text="a lamp")
    with pytest.raises(BadInput, match="before sampling and ranking"):
        accept_caption(rewriting=rewriting, attempt=2, **BY)


def test_a_card_shows_what_changed_and_proposes_the_last_text():
    in_review()
    (card,) = rewriting_cards(Rewriting.objects.select_related("moment").prefetch_related("attempts"))
    assert (card.proposal.number, card.text) == (2, "A man winks at Joey.")
    assert [piece.text for piece in card.attempts[0].pieces if piece.changed] == ["winks"]
    shown = card.attempts[1]
    assert (shown.similar, shown.names, shown.named, shown.fits) == (True, ["Joey (0.90)"], True, False)
