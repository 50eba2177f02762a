"""One question with all that led to its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404

from annotator.marking.segments import Segment
from annotator.models import Ask, AskedPiece, AskState, DerivedAsk, Viewing
from annotator.people.selectors.access import Lead
from consensus.decisions.selectors.story import ledger_steps
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict
from consensus.truths.explaining import Step, steps_to_truth
from consensus.truths.selectors.complete import AUTHOR, MARKER, THIRD, given_answers, questions_for_lead
from console.frame.lanes import Lane, watched_segments
from console.questions.selectors.cards import (
    DecidedQuestion,
    Given,
    QuestionCard,
    answer_lanes,
    decided_questions,
    is_own,
    judged,
    left_of,
    notes_of,
)
from console.questions.selectors.list import FOR_LEAD, STATES
from moments.models import LedgerEntry, Pair, QueryVersion

RELATED = (
    "campaign",
    "video",
    "author__user",
    "condition_video",
    "batch",
    "pair__query",
    "pair__moment",
    "pair__campaign",
)


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """All that the page shows; `card` is there while the question waits for a lead, `decided` if one has decided it."""

    ask: Ask
    text: str
    state: str
    lanes: Sequence[Lane]
    steps: Sequence[Step]
    judged: Sequence[tuple[str, bool]]
    notes: Sequence[tuple[str, str]]
    verdict: Verdict | None
    earlier: Sequence[QueryVersion]
    derived: Sequence[DerivedAsk]
    ledger: Sequence[tuple[LedgerEntry, str]]
    card: QuestionCard | None
    decided: DecidedQuestion | None
    is_own: bool

    @property
    def state_words(self) -> str:
        """The state in words."""
        return STATES[self.state]


def asked_question(lead: Lead, number: int) -> Ask:
    """The submitted question of that number; raises Http404 if there is none, drafts included."""
    asks = lead.campaign.asks.exclude(state=AskState.DRAFT).filter(number=number, pair__isnull=False)
    ask = asks.select_related(*RELATED, "pair__batch__protocol__marking").first()
    if ask is None:
        raise Http404("no such question")
    return ask


def question_page(lead: Lead, number: int) -> QuestionPage:
    """The page of that question, in a fixed number of SQL queries; raises Http404 if there is none."""
    ask = asked_question(lead, number)
    pair = ask.pair
    assert pair is not None
    given = given_answers([pair]).get(pair.pk, {})
    verdict = current_verdicts().filter(pair=pair).select_related("protocol").first()
    waits = questions_for_lead(lead.campaign).filter(pk=pair.pk).exists()
    return QuestionPage(
        ask=ask,
        text=pair.query.text,
        state=FOR_LEAD if waits else str(ask.state),
        lanes=_lanes(ask, pair, given, verdict),
        steps=_steps(pair, given),
        judged=judged(given[MARKER].answer) if MARKER in given else [],
        notes=notes_of(given),
        verdict=verdict,
        earlier=list(QueryVersion.objects.filter(query=pair.query).order_by("version")),
        derived=list(ask.derived.order_by("task", "pk")),
        ledger=ledger_steps(pair),
        card=QuestionCard(ask, left_of(ask, given), (), ()) if waits else None,
        decided=next(iter(decided_questions(lead.campaign, most=1, number=number)), None),
        is_own=is_own(ask, lead),
    )


def _lanes(ask: Ask, pair: Pair, given: Given, verdict: Verdict | None) -> list[Lane]:
    """The answers, what a third person was asked about, the truth, and what author and marker watched."""
    lanes = answer_lanes(given)
    asked = AskedPiece.objects.filter(pair=pair, attempt=pair.attempt).order_by("start_ms")
    pieces = [Segment(one.start_ms, one.end_ms) for one in asked]
    if pieces:
        lanes.append(Lane("asked", "Asked of a third person", pieces))
    if verdict is not None:
        truth = [Segment(one.start_ms, one.end_ms) for one in verdict.segments.order_by("start_ms")]
        lanes.append(Lane("truth", "Truth", truth, "" if truth else "none"))
    viewings = Viewing.objects.filter(share__batch=pair.batch).select_related("share__annotator")
    for one in viewings.order_by("share__number"):
        watcher = one.share.annotator
        name = "Watched by the author" if one.share.number == 1 else "Watched by the marker"
        lanes.append(Lane("watched", name, watched_segments(one.watched), watcher.pseudonym if watcher else ""))
    return lanes


def _steps(pair: Pair, given: Given) -> Sequence[Step]:
    if AUTHOR not in given or pair.batch is None:
        return ()
    marker, third = given.get(MARKER), given.get(THIRD)
    return steps_to_truth(
        given[AUTHOR].answer,
        marker.answer if marker else None,
        third.answer if third else None,
        protocol=pair.batch.protocol.marking.protocol,
    )
