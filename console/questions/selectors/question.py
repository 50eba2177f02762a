"""One question with all that led to its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404

from annotator.marking.segments import Segment
from annotator.models import Ask, AskedPiece, AskState, DerivedAsk, Score, Viewing
from annotator.people.selectors.access import Lead
from consensus.decisions.selectors.story import ledger_steps
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict
from consensus.queries.selectors import may_be_reworded
from consensus.truths.explaining import Step, steps_to_truth
from consensus.truths.selectors.complete import AUTHOR, MARKER, ROLES, THIRD, given_answers, questions_for_lead
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
    def can_be_edited(self) -> bool:
        """Whether a lead may edit the text: a returned question is its author's, as long as they can work."""
        return may_be_reworded(self.ask)

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
    earlier = list(QueryVersion.objects.filter(query=pair.query).order_by("version"))
    verdict = current_verdicts().filter(pair=pair).select_related("protocol").first()
    waits = questions_for_lead(lead.campaign).filter(pk=pair.pk).exists()
    return QuestionPage(
        ask=ask,
        text=pair.query.text,
        state=FOR_LEAD if waits else str(ask.state),
        lanes=[*_versioned(answer_lanes(given), given, earlier), *_lanes(pair, verdict)],
        steps=_steps(pair, given),
        judged=judged(given[MARKER].answer) if MARKER in given else [],
        notes=notes_of(given),
        verdict=verdict,
        earlier=earlier,
        derived=list(ask.derived.order_by("task", "pk")),
        ledger=ledger_steps(pair),
        card=QuestionCard(ask, left_of(ask, given), (), ()) if waits else None,
        decided=next(iter(decided_questions(lead.campaign, most=1, number=number)), None),
        is_own=is_own(ask, lead),
    )


def _versioned(lanes: Sequence[Lane], given: Given, earlier: Sequence[QueryVersion]) -> list[Lane]:
    """The lanes of answers, each with the version of the text that the person was shown, if there are several.

    An author's text is that of their submission; others have the text from when they were given the question.
    """
    if not earlier:
        return list(lanes)
    places = {role: place for place, role in ROLES.items()}
    times = Score.objects.filter(seat__in=[one.seat for one in given.values()], current=True)
    shown = {seat: (saved, held) for seat, saved, held in times.values_list("seat", "saved_at", "seat__held_at")}
    noted = []
    for lane in lanes:
        one = given[places[lane.kind]]
        saved_at, held_at = shown[one.seat]
        at = saved_at if one.is_authors else held_at or saved_at
        version = 1 + sum(before.replaced_at <= at for before in earlier)
        noted.append(replace(lane, note=f"{lane.note}, version {version}"))
    return noted


def _lanes(pair: Pair, verdict: Verdict | None) -> list[Lane]:
    """What a third annotator was asked about, the truth, and what author and marker watched."""
    lanes: list[Lane] = []
    asked = AskedPiece.objects.filter(pair=pair, attempt=pair.attempt).order_by("start_ms")
    pieces = [Segment(one.start_ms, one.end_ms) for one in asked]
    if pieces:
        lanes.append(Lane("asked", "Asked of a third annotator", pieces))
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
