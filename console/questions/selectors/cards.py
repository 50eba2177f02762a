"""Questions with everybody's answers as lanes, the pieces left to the lead, and what a lead has decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from annotator.marking.answers import Answer
from annotator.marking.clock import stretches
from annotator.marking.segments import Segment
from annotator.models import Ask, AskState
from annotator.people.selectors.access import Lead
from consensus.decisions.selectors.verdicts import has_scored
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.truths.selectors.complete import (
    AUTHOR,
    IN_AUTHORS_PLACE,
    MARKER,
    ROLES,
    THIRD,
    GivenAnswer,
    given_answers,
    questions_for_lead,
    role_of,
)
from consensus.truths.versions import LeftToLead, left_to_lead
from console.frame.lanes import Lane
from moments.models import Campaign

BY_LEADS = (VerdictKind.ADJUDICATED, VerdictKind.WITHDRAWN, VerdictKind.RETURNED)
Given = Mapping[tuple[int, int], GivenAnswer]
Place = tuple[int, int]
ROLE_NAMES = {
    "author": "Author",
    IN_AUTHORS_PLACE: "In the author’s place",
    "marker": "Marker",
    "third": "Third annotator",
}
WORDS = {"yes": "yes to", "no": "no to", "undecided": "cannot decide on"}


@dataclass(frozen=True, slots=True)
class QuestionCard:
    """A question that waits for a lead: the lanes, the pieces to decide, and everybody's notes by role."""

    ask: Ask
    left: LeftToLead
    lanes: Sequence[Lane]
    notes: Sequence[tuple[str, str]]

    @property
    def text(self) -> str:
        """What was asked of the marker."""
        return self.ask.pair.query.text if self.ask.pair else self.ask.text

    @property
    def can_be_returned(self) -> bool:
        """Whether it was not returned as often as a question may be."""
        return self.ask.returns < 2

    @property
    def because(self) -> str:
        """Why the question waits for a lead, as a sentence."""
        if self.left.reasons:
            before = {0: "", 1: "returned once, "}.get(self.ask.returns, "returned twice, ")
            return f"{before}now: {', '.join(self.left.reasons)}"
        count = len(self.left.pieces)
        return "1 piece that the rules do not decide" if count == 1 else f"{count} pieces that the rules do not decide"


def waiting_questions(lead: Lead, *, after: int | None = None) -> QuerySet[Ask]:
    """The questions that wait for a lead, by number, behind the number `after`."""
    asks = Ask.objects.filter(pair__in=questions_for_lead(lead.campaign).order_by().values("pk"))
    asks = asks.filter(number__gt=after) if after is not None else asks
    related = ("video", "author__user", "condition_video", "pair__query", "pair__moment", "pair__campaign")
    return asks.select_related(*related, "pair__batch__protocol__marking").order_by("number")


def question_cards(asks: Sequence[Ask]) -> list[QuestionCard]:
    """The cards of questions that wait for a lead; a fixed number of SQL queries."""
    given = given_answers([ask.pair for ask in asks if ask.pair])
    return [_card(ask, given[ask.pair_id]) for ask in asks if ask.pair_id]


def _card(ask: Ask, given: Given) -> QuestionCard:
    return QuestionCard(ask, left_of(ask, given), answer_lanes(given), notes_of(given))


def left_of(ask: Ask, given: Given) -> LeftToLead:
    """What is left to the lead of a question that waits for them."""
    assert ask.pair is not None
    assert ask.pair.batch is not None
    third = given.get(THIRD)
    protocol = ask.pair.batch.protocol.marking.protocol
    return left_to_lead(given[AUTHOR].answer, given[MARKER].answer, third.answer if third else None, protocol=protocol)


def answer_lanes(given: Given) -> list[Lane]:
    """One lane for each person who answered."""
    return [_lane(place, given[place]) for place in ROLES if place in given]


def _lane(place: Place, given: GivenAnswer) -> Lane:
    replies = given.answer.replies
    edges = [segment for reply in replies for segment in reply.segments]
    agreed = [reply.span for reply in replies if reply.word == "yes"]
    words = [f"{WORDS[reply.word]} {stretches([reply.span])}" for reply in replies if reply.word in WORDS]
    note = given.worker if not words else f"{given.worker}: {', '.join(words)}"
    if not replies and not given.answer.segments:
        note = f"{given.worker}: no answer here"
    return Lane(
        ROLES[place], ROLE_NAMES[role_of(place, given)], sorted([*given.answer.segments, *edges, *agreed]), note
    )


def notes_of(given: Given) -> list[tuple[str, str]]:
    """What people wrote for the author, with who they are."""
    return [
        (ROLE_NAMES[role_of(place, one)], one.answer.note) for place, one in sorted(given.items()) if one.answer.note
    ]


def judged(answer: Answer) -> list[tuple[str, bool]]:
    """What the marker says of the question (M4), where they were asked."""
    words = {
        "it is specific": answer.is_specific,
        "it needs its image": answer.needs_condition,
        "it is complete": answer.is_complete,
    }
    return [(name, value) for name, value in words.items() if value is not None]


@dataclass(frozen=True, slots=True)
class DecidedQuestion:
    """What a lead decided on a question."""

    ask: Ask
    verdict: Verdict
    truth: Sequence[Segment]

    @property
    def outcome(self) -> str:
        """What became of it, in words."""
        if self.verdict.kind == VerdictKind.ADJUDICATED:
            return f"answer set to {stretches(self.truth)}"
        return "rejected" if self.verdict.kind == VerdictKind.WITHDRAWN else "returned to its author"


def decided_questions(campaign: Campaign, *, most: int, number: int | None = None) -> list[DecidedQuestion]:
    """What leads decided and what still stands, newest first, maybe only of one question; two SQL queries."""
    verdicts = Verdict.objects.filter(
        pair__campaign=campaign, superseded=False, attempt=F("pair__attempt"), kind__in=BY_LEADS
    )
    verdicts = verdicts.exclude(actor="rule").exclude(pair__ask__state=AskState.DRAFT)
    if number is not None:
        verdicts = verdicts.filter(pair__ask__number=number)
    found = list(verdicts.select_related("pair__ask", "pair__query").order_by("-decided_at", "-pk")[:most])
    truths: dict[int, list[Segment]] = {verdict.pk: [] for verdict in found}
    for one in TruthSegment.objects.filter(verdict__in=truths).order_by("start_ms"):
        truths[one.verdict_id].append(Segment(one.start_ms, one.end_ms))
    return [DecidedQuestion(verdict.pair.ask, verdict, truths[verdict.pk]) for verdict in found]


def is_own(ask: Ask, lead: Lead) -> bool:
    """Whether the lead wrote or marked the question, so that another one decides it."""
    return ask.pair is not None and has_scored(ask.pair, lead.actor)
