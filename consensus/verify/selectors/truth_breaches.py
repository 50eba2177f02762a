"""Searches a marking campaign for truths, pieces and returns that do not follow from the answers (M2, M3, M4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.db.models import Count, F, Q, QuerySet

from annotator.marking.segments import Segment, joined
from annotator.models import Ask, AskedPiece, Purpose, Seat
from annotator.models.seats import LIVE_CAMPAIGN
from consensus.marking.ruling import MarkingOutcome
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.truths.questions import QuestionRuling, rule_on_question
from consensus.truths.selectors.complete import AUTHOR, MARKER, THIRD, GivenAnswer, given_answers, questions_for_lead
from moments.models import Campaign, Pair

CHUNK = 500
Given = Mapping[tuple[int, int], GivenAnswer]


def truth_breaches(campaign: Campaign) -> Iterator[str]:
    """Each breach as one line that begins with its rule or invariant."""
    yield from _extents(campaign)
    yield from _verdicts(campaign)
    yield from _pieces(campaign)
    yield from _left_to_lead(campaign)
    yield from _returns(campaign)


def _extents(campaign: Campaign) -> Iterator[str]:
    """Truths that are no marking of their video, whoever set them."""
    truths: dict[tuple[int, int, int], list[Segment]] = defaultdict(list)
    rows = TruthSegment.objects.filter(verdict__pair__campaign=campaign, verdict__superseded=False)
    rows = rows.order_by("verdict__pair__number", "verdict", "start_ms")
    gap = "verdict__protocol__marking__gap_ms"
    for number, verdict, gap_ms, start_ms, end_ms, end_s in rows.values_list(
        "verdict__pair__number", "verdict", gap, "start_ms", "end_ms", "verdict__pair__moment__end_s"
    ):
        if end_ms > round(end_s * 1000):
            yield f"M1: the truth of question {number} goes beyond the end of its video"
        truths[number, verdict, gap_ms].append(Segment(start_ms, end_ms))
    for (number, _, gap_ms), segments in truths.items():
        if joined(segments, gap_ms=gap_ms) != tuple(segments):
            yield f"M2: the truth of question {number} has segments that belong together"


def _verdicts(campaign: Campaign) -> Iterator[str]:
    """Verdicts by the rule that do not follow from the answers."""
    verdicts = list(
        Verdict.objects.filter(pair__campaign=campaign, superseded=False, attempt=F("pair__attempt"), actor="rule")
        .select_related("pair__batch__protocol__marking", "pair__ask")
        .order_by("pair__number")
    )
    voided = _voided_since(campaign)
    for start in range(0, len(verdicts), CHUNK):
        chunk = verdicts[start : start + CHUNK]
        given = given_answers([verdict.pair for verdict in chunk])
        truths: dict[int, list[Segment]] = {verdict.pk: [] for verdict in chunk}
        for one in TruthSegment.objects.filter(verdict__in=truths).order_by("start_ms"):
            truths[one.verdict_id].append(Segment(one.start_ms, one.end_ms))
        for verdict in chunk:
            if verdict.kind == VerdictKind.RETURNED and verdict.pair_id in voided:
                continue  # it went back to its author, who writes another version
            answers = given[verdict.pair_id]
            if not _has_two(verdict.pair, answers):
                yield f"I4: the verdict on question {verdict.pair.number} has no two markings"
                continue
            ruling = _ruling(verdict.pair, answers, times_returned=0)
            agreed = verdict.kind == VerdictKind.AGREED
            expected = MarkingOutcome.SETTLED if agreed else MarkingOutcome.RETURNED
            if ruling is None or (ruling.outcome, list(ruling.truth) if agreed else []) != (
                expected,
                truths[verdict.pk],
            ):
                yield f"I4: the verdict on question {verdict.pair.number} does not follow from its markings"


def _voided_since(campaign: Campaign) -> set[int]:
    """Questions of whose present attempt an answer was voided."""
    voided = Seat.objects.filter(campaign=campaign, purpose=Purpose.CAMPAIGN, superseded=True, scores__current=True)
    return set(voided.filter(attempt=F("pair__attempt")).values_list("pair", flat=True))


def _pieces(campaign: Campaign) -> Iterator[str]:
    """Third annotators who are asked about something else than the two markings leave open."""
    third = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign, round=2, attempt=F("pair__attempt"))
    asked: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    rows = AskedPiece.objects.filter(pair__in=third.values("pair"), attempt=F("pair__attempt")).order_by("start_ms")
    for key, start_ms, end_ms, asks in rows.values_list("pair", "start_ms", "end_ms", "asks"):
        asked[key].append((start_ms, end_ms, asks))
    for pair, answers in _with_answers(campaign.pairs.filter(pk__in=third.values("pair"))):
        if not _has_two(pair, answers):
            continue
        ruling = _ruling(pair, {place: answers[place] for place in (AUTHOR, MARKER)}, times_returned=0)
        wanted = (
            [] if ruling is None else [(one.span.start_ms, one.span.end_ms, str(one.kind)) for one in ruling.pieces]
        )
        if asked[pair.pk] != wanted:
            yield f"M3: what a third annotator is asked of question {pair.number} does not follow from its markings"


def _left_to_lead(campaign: Campaign) -> Iterator[str]:
    """Questions that wait for a lead though the rules decide them."""
    for pair, answers in _with_answers(questions_for_lead(campaign)):
        if not _has_two(pair, answers):
            continue
        ruling = _ruling(pair, answers, times_returned=pair.ask.returns)
        if ruling is None or ruling.outcome is not MarkingOutcome.LEAD:
            yield f"M3: question {pair.number} waits for a lead, which does not follow from its markings"


def _returns(campaign: Campaign) -> Iterator[str]:
    """Questions whose number of returns is not that of their verdicts; one that was taken back does not count."""
    returned = Q(pair__verdicts__kind=VerdictKind.RETURNED)
    standing = returned & Q(pair__verdicts__superseded=False)
    counted = Ask.objects.filter(campaign=campaign, pair__isnull=False).annotate(
        least=Count("pair__verdicts", filter=standing), most=Count("pair__verdicts", filter=returned)
    )
    wrong = counted.filter(Q(returns__lt=F("least")) | Q(returns__gt=F("most")))
    for number, returns, most in wrong.order_by("number").values_list("number", "returns", "most"):
        yield f"M4: question {number} counts {returns} returns, but has {most} verdicts that returned it"


def _with_answers(pairs: QuerySet[Pair]) -> Iterator[tuple[Pair, Given]]:
    rows = list(pairs.select_related("batch__protocol__marking", "ask").order_by("number"))
    for start in range(0, len(rows), CHUNK):
        chunk: Sequence[Pair] = rows[start : start + CHUNK]
        given = given_answers(chunk)
        yield from ((pair, given[pair.pk]) for pair in chunk)


def _has_two(pair: Pair, answers: Given) -> bool:
    return AUTHOR in answers and MARKER in answers and pair.batch is not None


def _ruling(pair: Pair, answers: Given, *, times_returned: int) -> QuestionRuling | None:
    """What the rules say of the answers; None for answers that are no markings, which M1's lines name."""
    assert pair.batch is not None
    third = answers.get(THIRD)
    try:
        return rule_on_question(
            answers[AUTHOR].answer,
            answers[MARKER].answer,
            None if third is None else third.answer,
            times_returned=times_returned,
            protocol=pair.batch.protocol.marking.protocol,
        )
    except ValueError:
        return None
