"""Pairs of twins whose answers are complete and final, with the answers that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from annotator.models import CaptionOrder, LookAlike, Score, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.scoring.selectors.twins import stored_twin_answers
from annotator.twins.answers import CheckResult, JudgementAnswer, check_result
from annotator.twins.entries import CaptionTexts, TwinAnswer
from annotator.twins.tasks import TwinTask
from consensus.decisions.selectors.verdicts import verdict_of_pair
from consensus.models import Verdict, VerdictKind
from moments.models import Batch, Campaign, Pair

RELATED = ("batch__protocol__twin", "query", "moment")
# The score and its pair, then what a `GivenAnswer` begins with.
GIVEN = (
    "pk", "seat__pair", "seat", "seat__round", "seat__number", "annotator__pseudonym", "annotator",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """The final answer of one seat, and whose it is; `chosen` is the moment (desc_id) that a checker chose."""

    seat: int
    round: int
    number: int
    worker: str
    person: int
    answer: TwinAnswer
    chosen: int | None = None

    @property
    def judgement(self) -> JudgementAnswer:
        """The answer of a judge."""
        assert isinstance(self.answer, JudgementAnswer)
        return self.answer

    @property
    def texts(self) -> CaptionTexts:
        """The answer of a writer."""
        assert isinstance(self.answer, CaptionTexts)
        return self.answer

    def result(self, pair: Pair) -> CheckResult:
        """What came of a checker's answer: the pair's own moment is the right one."""
        return check_result(self.chosen, right=pair.moment.desc_id)


def judged_pairs(campaign: Campaign, *, most: int) -> list[Pair]:
    """Pairs whose first two judges are done, or whose third is; at most `most`."""
    rounds = _due(campaign, TwinTask.JUDGE).values("pair", "round").annotate(seats=Count("pk"))
    return _pairs(rounds.filter(Q(round=1, seats=2) | Q(round=2)), most)


def written_pairs(campaign: Campaign, *, most: int) -> list[Pair]:
    """Pairs whose captions are written, or written again, and not passed on; at most `most`."""
    return _pairs(_due(campaign, TwinTask.CAPTION), most)


def checked_pairs(campaign: Campaign, *, most: int) -> list[Pair]:
    """Pairs whose caption was assigned; at most `most`. While its writer may still change the captions, they wait."""
    writing = Seat.objects.filter(
        LIVE_CAMPAIGN,
        campaign=campaign,
        state=SeatState.SCORED,
        pair__query__query_id=TwinTask.CAPTION.query_id,
        attempt=F("pair__attempt"),
    )
    forward = writing.filter(pair__moment=OuterRef("pair__moment"))
    backward = writing.filter(pair__moment__as_forward__backward=OuterRef("pair__moment"))
    return _pairs(_due(campaign, TwinTask.ASSIGN).filter(~Exists(forward), ~Exists(backward)), most)


def _due(campaign: Campaign, task: TwinTask) -> QuerySet[Seat]:
    return Seat.objects.filter(
        LIVE_CAMPAIGN,
        campaign=campaign,
        state=SeatState.SCORED,
        pair__query__query_id=task.query_id,
        attempt=F("pair__attempt"),
        scores__current=True,
        scores__final=True,
    )


def _pairs(found: QuerySet[Seat, Any], most: int) -> list[Pair]:
    keys = list(found.order_by("pair").values_list("pair", flat=True)[:most])
    if not keys:
        return []
    return list(with_rules(Pair.objects.filter(pk__in=keys)).order_by("number"))


def with_rules(pairs: QuerySet[Pair]) -> QuerySet[Pair]:
    """The pairs with moment, query, and the protocol of their batch. The few queries and batches are read once."""
    batches = Prefetch("batch", Batch.objects.select_related("protocol__twin"))
    return pairs.select_related("moment").prefetch_related("query", batches)


def given_answers(pairs: Sequence[Pair]) -> dict[int, list[GivenAnswer]]:
    """The final answers of the pairs' current attempts, by pair, in order of round and number."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=[pair.pk for pair in pairs], attempt=F("pair__attempt"))
    scores = Score.objects.filter(seat__in=seats, current=True, final=True).order_by("seat__round", "seat__number")
    rows = list(scores.values_list(*GIVEN))
    answers = stored_twin_answers(row[0] for row in rows)
    found: dict[int, list[GivenAnswer]] = defaultdict(list)
    for score, pair, seat, round_number, number, worker, person in rows:
        if score in answers:  # verify_campaign reports others
            given = answers[score]
            answer = GivenAnswer(seat, round_number, number, worker, person, given.answer, given.chosen)
            found[pair].append(answer)
    return found


def pairs_of(task: TwinTask, moments: Iterable[int]) -> dict[int, Pair]:
    """The pairs of the task, by their moment (by primary key)."""
    found = with_rules(Pair.objects.filter(query__query_id=task.query_id, moment__in=list(moments)))
    return {pair.moment_id: pair for pair in found}


def caption_orders(pairs: Iterable[Pair]) -> dict[int, CaptionOrder]:
    """What the writers of the pairs are asked for at the current attempt, by pair."""
    keys = [pair.pk for pair in pairs]
    found = CaptionOrder.objects.filter(pair__in=keys, attempt=F("pair__attempt"))
    return {order.pair_id: order for order in found}


def times_returned(pairs: Iterable[Pair]) -> dict[int, int]:
    """How often the caption of each pair of assigning was returned; those that never were are left out."""
    back = Verdict.objects.filter(pair__in=[pair.pk for pair in pairs], kind=VerdictKind.RETURNED, superseded=False)
    return dict(back.order_by().values_list("pair").annotate(Count("pk")))


def with_lookalikes(pairs: Iterable[Pair]) -> set[int]:
    """The pairs of assigning whose caption is also assigned among look-alikes."""
    rows = LookAlike.objects.filter(pair__in=[pair.pk for pair in pairs])
    return set(rows.values_list("pair", flat=True))


def twins_for_lead(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs of judging and of assigning that the rules could not decide: all is ruled on, and there is no verdict."""
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pk"), attempt=OuterRef("attempt"))
    return campaign.pairs.filter(
        Exists(live),
        ~Exists(live.exclude(state=SeatState.SETTLED)),
        ~Exists(verdict_of_pair()),
        query__query_id__in=[TwinTask.JUDGE.query_id, TwinTask.ASSIGN.query_id],
    ).order_by("number")


def waiting_judgements(campaign: Campaign) -> QuerySet[Pair]:
    """Clips that wait for a lead's judgement; none in campaigns of other kinds."""
    return _for_lead(campaign, TwinTask.JUDGE)


def waiting_captions(campaign: Campaign) -> QuerySet[Pair]:
    """Captions that wait for a lead; none in campaigns of other kinds."""
    return _for_lead(campaign, TwinTask.ASSIGN)


def _for_lead(campaign: Campaign, task: TwinTask) -> QuerySet[Pair]:
    if not campaign.is_twin:
        return campaign.pairs.none()
    found = twins_for_lead(campaign).filter(query__query_id=task.query_id)
    return found.select_related("query", "moment__video", "batch__protocol__twin")
