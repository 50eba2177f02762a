"""`decide_question` lists what waits for the lead, and decides it."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from annotator.models import Ask
from consensus.models import TruthSegment, Verdict
from tests.factories import claim, settle
from tests.marking import asked, finished, marking_campaign, send

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("decide_question", "long", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def waiting() -> Ask:
    """A question that was returned twice, and marked "no answer here" again."""
    campaign, (author, marker, _) = marking_campaign()
    ask = asked(author)
    Ask.objects.update(returns=2)
    finished(author)
    (seat,) = claim(marker)
    send(marker, seat, segments=[], note="I saw nothing")
    settle(campaign)
    return ask


def test_it_lists_the_answers_and_sets_the_lead_s(waiting):
    assert run().splitlines() == [
        "1: When does 1 happen?",
        "  author: [10, 20] s",
        "  marker: no answer here (I saw nothing)",
    ]
    (found,) = json.loads(run("--json"))
    assert found["answers"] == {
        "author": {"segments": [[10_000, 20_000]]},
        "marker": {"segments": [], "note": "I saw nothing"},
    }
    assert run("1", "--segments", "[[10000, 20000]]", "--reason", "it is there") == (
        "the answer to question 1 has 1 segment\n"
    )
    assert list(TruthSegment.objects.values_list("start_ms", "end_ms")) == [(10_000, 20_000)]
    assert run() == "no questions are waiting for the lead\n"


def test_it_rejects_a_question_for_a_reason(waiting):
    assert run("1", "--reject", "--reason", "not visible") == "question 1 is rejected\n"
    assert (Ask.objects.get().state, Verdict.objects.get().kind) == ("rejected", "withdrawn")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("2", "--reject", "--reason", "x"), "question 2 is not waiting for a lead"),
        (("1", "--reject"), "--reason: give a reason"),
        (("1", "--reason", "x"), "--segments: say where the answer is, or reject the question"),
        (("1", "--segments", "[[1", "--reason", "x"), "--segments: not JSON: Expecting"),
        (("1", "--segments", "[]", "--reason", "x"), "--segments: mark at least one segment, or reject the question"),
        (("1", "--segments", "[[0, 99999]]", "--reason", "x"), "--segments: segment 1: lies outside the video"),
    ],
)
def test_what_cannot_be_decided_is_said_and_nothing_changes(waiting, words, problem):
    with pytest.raises(CommandError) as error:
        run(*words)
    assert str(error.value).startswith(problem)
    assert Verdict.objects.count() == 0
