"""What seats of twins ask, and what people answered on them, each in the order in which its person sees the clips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, Q, QuerySet

from annotator.models import Assignment, CaptionOrder, Judgement, LookAlike, Score, Seat, TwinCaption
from annotator.scoring.selectors.twin_rules import OpenedUnder, limits_under, twin_rules
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from annotator.twins.caption_checks import STANDARD_LIMITS, CaptionLimits
from annotator.twins.entries import AssignedClip, CaptionsAsked, CaptionTexts, TwinAnswer
from annotator.twins.order import as_shown, forward_comes_first, shown_order
from annotator.twins.tasks import TwinTask, task_of
from moments.models import Direction, Moment, Twin, TwinParameters

Written = list[tuple[int, TwinCaption]]

COLUMNS = (
    "pk", "pair", "attempt", "round", "pair__moment", "pair__query__query_id", "campaign", "campaign__seed",
    "pair__batch__protocol", "sitting",
)  # fmt: skip

NO_CAPTIONS = CaptionsAsked()


@dataclass(frozen=True, slots=True)
class TwinQuestion:
    """What a seat asks: its task, the clips' moments (by primary key) in the order shown, and the order of the two.

    A writer is asked for captions within `limits`; in a sample for the exam the `remark` is what the lead said of the
    one before. Whoever assigns sees a caption, of the `TwinCaption` with that key.
    """

    task: TwinTask
    clips: tuple[int, ...]
    forward_first: bool
    asks_lookalikes: bool = False
    captions: CaptionsAsked = NO_CAPTIONS
    reasons: tuple[str, str] = ("", "")
    caption: str = ""
    caption_of: int | None = None
    cannot_tell: bool = True
    limits: CaptionLimits = STANDARD_LIMITS
    is_sample: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A seat's row."""

    seat: int
    pair: int
    attempt: int
    round: int
    moment: int
    query: int
    campaign: int
    seed: int
    version: int | None
    sitting: int | None

    @property
    def is_sample(self) -> bool:
        """Whether captions are written for the exam."""
        return self.query == TwinTask.CAPTION.exam_query_id

    @property
    def task(self) -> TwinTask:
        return task_of(self.query)


@dataclass(frozen=True, slots=True)
class GivenTwinAnswer:
    """An answer, and the order in which its person saw the two clips; of an assignment the caption, and all clips
    and the chosen one by their `desc_id`.
    """

    answer: TwinAnswer
    forward_first: bool
    shown: tuple[int, ...] = ()
    caption: str = ""
    chosen: int | None = None


def twin_questions(seats: Iterable[int]) -> dict[int, TwinQuestion]:
    """What each of the seats asks, by primary key; seven SQL queries at most, for all of them."""
    asked = [_Asked(*row) for row in Seat.objects.filter(pk__in=list(seats)).values_list(*COLUMNS)]
    twins = twins_of_moments(one.moment for one in asked)
    samples, rules = _samples(asked), twin_rules(_opened_under(asked))
    work = [one for one in asked if not one.is_sample]
    orders, written, similar = _orders(work), _written(work, twins), _similar(work)
    return {
        one.seat: _sample(one, twins[one.moment], rules.get(one.seat), samples.get(one.seat))
        if one.is_sample
        else _question(one, twins[one.moment], rules.get(one.seat), orders, written, similar)
        for one in asked
    }


def twins_of_moments(moments: Iterable[int]) -> dict[int, Twin]:
    """The twins that the moments (by primary key) belong to, by moment."""
    wanted = set(moments)
    found = Twin.objects.filter(Q(forward__in=wanted) | Q(backward__in=wanted))
    return {moment: twin for twin in found for moment in (twin.forward_id, twin.backward_id)}


def stored_twin_answers(scores: Iterable[int]) -> dict[int, GivenTwinAnswer]:
    """What the scores with those keys say, in three SQL queries."""
    keys = list(scores)
    found: dict[int, GivenTwinAnswer] = {}
    for one in Judgement.objects.filter(pk__in=keys):
        found[one.pk] = GivenTwinAnswer(judgement_of(one), one.forward_first)
    for text in TwinCaption.objects.filter(pk__in=keys):
        found[text.pk] = GivenTwinAnswer(CaptionTexts(text.forward_text, text.backward_text), text.forward_first)
    for key, shown, chosen, direction, forward, backward in _assigned(keys):
        place = shown.index(chosen) + 1 if chosen in shown else None
        caption = backward if direction == Direction.BACKWARD else forward
        found[key] = GivenTwinAnswer(AssignedClip(place), True, tuple(shown), caption, chosen)
    return found


def _assigned(scores: Sequence[int]) -> QuerySet[Assignment, Any]:
    """Assignments: score, `desc_id` of the clips shown and of the chosen one, own direction, and both captions."""
    return Assignment.objects.filter(pk__in=scores).values_list(
        "pk",
        "shown",
        "chosen__desc_id",
        "score__seat__pair__moment__direction",
        "caption__forward_text",
        "caption__backward_text",
    )


def answered_questions(scores: Sequence[Score], answers: Mapping[int, GivenTwinAnswer]) -> dict[int, TwinQuestion]:
    """What the seats of the scores asked, by seat, with clips in the order in which their person saw them."""
    questions = twin_questions(score.seat_id for score in scores)
    named = _moments_named(scores, {desc_id for given in answers.values() for desc_id in given.shown})
    return {score.seat_id: _as_answered(questions[score.seat_id], answers[score.pk], named) for score in scores}


def _moments_named(scores: Sequence[Score], desc_ids: set[int]) -> dict[int, int]:
    """The moments, by primary key, by their `desc_id` in the campaign of the scores."""
    if not desc_ids:
        return {}
    found = Moment.objects.filter(campaign=scores[0].seat.campaign_id, desc_id__in=desc_ids)
    return dict(found.values_list("desc_id", "pk"))


def _as_answered(question: TwinQuestion, given: GivenTwinAnswer, named: Mapping[int, int]) -> TwinQuestion:
    if question.task is TwinTask.ASSIGN:
        return replace(question, clips=tuple(named[one] for one in given.shown), caption=given.caption)
    if question.forward_first == given.forward_first:
        return question
    return replace(question, clips=question.clips[::-1], forward_first=given.forward_first)


def judgement_of(row: Judgement) -> JudgementAnswer:
    """The judgement that a row holds."""
    if not row.temporal:
        return JudgementAnswer(False)
    return JudgementAnswer(True, Criterion(row.criterion), Unreal(row.unreal))


def _question(
    one: _Asked,
    twin: Twin,
    rules: TwinParameters | None,
    orders: dict[tuple[int, int], CaptionOrder],
    written: dict[int, Written],
    similar: dict[int, list[int]],
) -> TwinQuestion:
    forward_first = forward_comes_first(one.seed, one.seat)
    two = as_shown(twin.forward_id, twin.backward_id, forward_first=forward_first)
    if one.task is TwinTask.JUDGE:
        return TwinQuestion(one.task, two, forward_first)
    captions = written.get(twin.forward_id, [])
    if one.task is TwinTask.CAPTION:
        before = next((text for attempt, text in reversed(captions) if attempt < one.attempt), None)
        order = orders[one.pair, one.attempt]
        texts = (before.forward_text, before.backward_text) if before else ("", "")
        asked = CaptionsAsked(order.both, (order.keeps_forward, order.keeps_backward), texts)
        reasons = (order.forward_reason, order.backward_reason)
        limits = limits_under(rules)
        return TwinQuestion(one.task, two, forward_first, captions=asked, reasons=reasons, limits=limits)
    newest = captions[-1][1]  # a seat of assigning comes after a caption
    among_similar = one.round == 2
    clips = (one.moment, *similar.get(one.pair, ())) if among_similar else (twin.forward_id, twin.backward_id)
    return TwinQuestion(
        one.task,
        shown_order(clips, one.seed, one.seat),
        forward_first,
        asks_lookalikes=among_similar,
        caption=newest.forward_text if one.moment == twin.forward_id else newest.backward_text,
        caption_of=newest.pk,
        cannot_tell=rules is None or rules.cannot_tell,
    )


def _opened_under(asked: Sequence[_Asked]) -> dict[int, OpenedUnder]:
    """Of the seats that write or assign."""
    return {one.seat: OpenedUnder(one.campaign, one.version) for one in asked if one.task is not TwinTask.JUDGE}


def _sample(one: _Asked, twin: Twin, rules: TwinParameters | None, before: TwinCaption | None) -> TwinQuestion:
    """What a seat of the exam asks that wants captions of both clips, after one that did not pass."""
    forward_first = forward_comes_first(one.seed, one.seat)
    two = as_shown(twin.forward_id, twin.backward_id, forward_first=forward_first)
    texts = (before.forward_text, before.backward_text) if before else ("", "")
    asked = CaptionsAsked(before=texts, may_keep_one=True)
    remark = before.score.sample_grade.remark if before else ""
    limits = limits_under(rules)
    return TwinQuestion(one.task, two, forward_first, captions=asked, is_sample=True, remark=remark, limits=limits)


def _samples(asked: Sequence[_Asked]) -> dict[int, TwinCaption]:
    """The person's captions before, for each seat on which a sample is written again."""
    again = {(one.sitting, one.pair, one.attempt - 1): one.seat for one in asked if one.is_sample and one.attempt > 1}
    if not again:
        return {}
    graded = TwinCaption.objects.filter(
        score__current=True,
        score__sample_grade__isnull=False,
        score__seat__sitting__in={sitting for sitting, _, _ in again},
        score__seat__pair__in={pair for _, pair, _ in again},
    )
    found = {}
    for row in graded.select_related("score__seat", "score__sample_grade"):
        seat = row.score.seat
        if (seat.sitting_id, seat.pair_id, seat.attempt) in again:
            found[again[seat.sitting_id, seat.pair_id, seat.attempt]] = row
    return found


def _orders(asked: Sequence[_Asked]) -> dict[tuple[int, int], CaptionOrder]:
    pairs = [one.pair for one in asked if one.task is TwinTask.CAPTION]
    found = CaptionOrder.objects.filter(pair__in=pairs) if pairs else ()
    return {(order.pair_id, order.attempt): order for order in found}


def _written(asked: Sequence[_Asked], twins: dict[int, Twin]) -> dict[int, Written]:
    """The final captions of what is written again or assigned, by forward moment."""
    wanted = {
        twins[one.moment].forward_id
        for one in asked
        if one.task is TwinTask.ASSIGN or (one.task is TwinTask.CAPTION and one.attempt > 1)
    }
    return final_captions(wanted)


def final_captions(forward: Iterable[int]) -> dict[int, Written]:
    """The final captions of the clips with their attempt, oldest first, by their forward moment (by primary key).

    Voided ones are left out.
    """
    wanted = set(forward)
    if not wanted:
        return {}
    final: Any = {"score__current": True, "score__final": True, "score__seat__superseded": False}
    rows = TwinCaption.objects.filter(score__seat__pair__moment__in=wanted, **final)
    placed = rows.annotate(attempt=F("score__seat__attempt"), moment=F("score__seat__pair__moment"))
    found: dict[int, Written] = defaultdict(list)
    for row in placed.select_related("score__annotator").order_by("attempt"):
        found[row.moment].append((row.attempt, row))
    return found


def _similar(asked: Sequence[_Asked]) -> dict[int, list[int]]:
    """The look-alikes of pairs of assigning that are asked among them."""
    pairs = [one.pair for one in asked if one.task is TwinTask.ASSIGN and one.round == 2]
    found: dict[int, list[int]] = {}
    for pair, moment in (
        LookAlike.objects.filter(pair__in=pairs).order_by("pair", "place").values_list("pair", "moment")
        if pairs
        else ()
    ):
        found.setdefault(pair, []).append(moment)
    return found
