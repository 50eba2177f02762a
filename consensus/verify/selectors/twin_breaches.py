"""Searches a twins campaign for answers, truths and captions that the rules of twins do not allow (T1–T4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from annotator.models import Assignment, Score, Seat, SeatState, TwinCaption
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.twins.tasks import TwinTask
from consensus.decisions.selectors.verdicts import scored_rounds, verdict_of_pair
from consensus.models import TwinTruth, Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import (
    caption_orders,
    given_answers,
    pairs_of,
    times_returned,
    twins_for_lead,
    with_lookalikes,
    with_rules,
)
from consensus.twin_truths.services.checking import caption_ruling, clips_of_two
from consensus.twins.checking import CaptionStep
from consensus.twins.judging import JudgementOutcome, captions_wanted, rule_on_judgements
from consensus.twins.ledger_kinds import TWIN_CAPTION_FOR_LEAD, TWINS_FOR_LEAD
from consensus.verify.selectors.rewrite_breaches import rewrite_breaches
from consensus.verify.selectors.twin_rows import missing_rows, wrong_rows
from moments.models import Campaign, LedgerEntry, Pair, Twin

CHUNK = 1000
STEPS = {VerdictKind.AGREED.value: CaptionStep.ACCEPTED, VerdictKind.RETURNED.value: CaptionStep.RETURNED}
COUNTING = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)


def twin_breaches(campaign: Campaign, *, due: datetime) -> Iterator[str]:
    """Each breach as one line that begins with its rule; `due` is when what is ruled on now should have been ready."""
    missing = list(missing_rows(campaign))
    yield from missing
    if missing:
        return
    yield from _answers(campaign)
    yield from wrong_rows(campaign)
    yield from rewrite_breaches(campaign)
    for pairs in _decided(campaign, TwinTask.JUDGE):
        yield from _judged(pairs)
    for pairs in _decided(campaign, TwinTask.ASSIGN):
        yield from _checked(pairs)
    for pairs in _decided(campaign, TwinTask.CAPTION):
        yield from _accepted(pairs)
    yield from _ordered(campaign)
    yield from _late(campaign, due)


def _answers(campaign: Campaign) -> Iterator[str]:
    """Scores without the answer that their task wants, and assignments that do not show what they should."""
    scores = Score.objects.filter(seat__campaign=campaign)
    for task, answer in zip(TwinTask, ("judgement", "twin_caption", "assignment"), strict=True):
        of_task = scores.filter(seat__pair__query__query_id=task.query_id)
        wrong = of_task.filter(Q(relevance__isnull=False) | Q(**{answer: None}))
        for score in wrong.order_by("pk").values_list("pk", flat=True):
            yield (
                f"{'T1' if task is TwinTask.JUDGE else 'T4'}: score {score} is not an answer to its task, {task.value}"
            )
    rows = Assignment.objects.filter(score__seat__campaign=campaign).order_by("pk")
    columns = ("pk", "shown", "chosen__desc_id", "score__seat__pair__moment__desc_id")
    for score, shown, chosen, own in rows.values_list(*columns).iterator(chunk_size=CHUNK):
        if own not in shown or len(set(shown)) != len(shown) or (chosen is not None and chosen not in shown):
            yield f"T4: the assignment of score {score} chose or showed the wrong clips"


def _decided(campaign: Campaign, task: TwinTask) -> Iterator[list[Pair]]:
    """Pairs of the task whose current attempt has a verdict, some at a time."""
    found = campaign.pairs.filter(Exists(verdict_of_pair()), query__query_id=task.query_id)
    pairs = with_rules(found).order_by("number")
    batch: list[Pair] = []
    for pair in pairs.iterator(chunk_size=CHUNK):
        batch.append(pair)
        if len(batch) == CHUNK:
            yield batch
            batch = []
    if batch:
        yield batch


def _verdicts(pairs: Sequence[Pair]) -> dict[int, Verdict]:
    keys = [pair.pk for pair in pairs]
    found = Verdict.objects.filter(pair__in=keys, superseded=False, attempt=F("pair__attempt"))
    return {verdict.pair_id: verdict for verdict in found}


def _judged(pairs: Sequence[Pair]) -> Iterator[str]:
    """T2 and T3: verdicts on judgements that do not follow from them."""
    given, verdicts = given_answers(pairs), _verdicts(pairs)
    truths = {truth.verdict_id: truth for truth in TwinTruth.objects.filter(verdict__in=verdicts.values())}
    for pair in pairs:
        verdict = verdicts[pair.pk]
        if verdict.kind == VerdictKind.WITHDRAWN:
            continue
        answers = [one.judgement for one in given[pair.pk]]
        truth = truths.get(verdict.pk)
        if truth is None or not 2 <= len(answers) <= 3:
            yield f"T2: the verdict on pair {pair.number} has {len(answers)} judgements, or says nothing"
            continue
        ruling = rule_on_judgements(answers)
        if verdict.kind == VerdictKind.ADJUDICATED:
            if ruling.outcome is not JudgementOutcome.LEAD:
                yield f"T2: a lead decided pair {pair.number}, which the rules decide: {ruling.outcome.value}"
            continue
        stands = ruling.stands
        if stands is None or (truth.outcome, truth.temporal, truth.criterion, truth.unreal) != (
            ruling.outcome.value,
            stands.temporal,
            stands.criterion or "",
            stands.unreal or "",
        ):
            yield f"T2: the verdict on pair {pair.number} does not follow from its judgements"


def _checked(pairs: Sequence[Pair]) -> Iterator[str]:
    """T4: verdicts on captions that do not follow from how they were assigned."""
    given, verdicts, similar = given_answers(pairs), _verdicts(pairs), with_lookalikes(pairs)
    both, returns = clips_of_two(pair.moment_id for pair in pairs), times_returned(pairs)
    for pair in pairs:
        verdict = verdicts[pair.pk]
        if verdict.kind == VerdictKind.WITHDRAWN:
            continue
        before = returns.get(pair.pk, 0) - (verdict.kind == VerdictKind.RETURNED)
        ruling = caption_ruling(
            pair, given[pair.pk], both=both[pair.moment_id], returns=before, similar=pair.pk in similar
        )
        by_rule = verdict.actor == "rule"
        if ruling.step is not (STEPS[verdict.kind] if by_rule else CaptionStep.LEAD):
            yield f"T4: the verdict on pair {pair.number} does not follow from its assignments"


def _accepted(pairs: Sequence[Pair]) -> Iterator[str]:
    """T4: captions that count although one of them does not."""
    verdicts, orders = _verdicts(pairs), caption_orders(pairs)
    twins = {twin.forward_id: twin for twin in Twin.objects.filter(forward__in=[pair.moment_id for pair in pairs])}
    moments = [moment for twin in twins.values() for moment in (twin.forward_id, twin.backward_id)]
    assigned = pairs_of(TwinTask.ASSIGN, moments)
    decided = _verdicts(list(assigned.values()))
    for pair in pairs:
        if verdicts[pair.pk].kind != VerdictKind.AGREED:
            continue
        twin, both = twins[pair.moment_id], orders[pair.pk].both
        for moment in (twin.forward_id, twin.backward_id) if both else (twin.forward_id,):
            check = assigned[moment]
            verdict = decided.get(check.pk)
            if check.batch_id is not None and (verdict is None or verdict.kind not in COUNTING):
                yield f"T4: the captions of pair {pair.number} count, but the caption of pair {check.number} does not"
            elif check.batch_id is None and both:
                yield f"T4: the captions of pair {pair.number} count, but nobody assigned that of pair {check.number}"


def _ordered(campaign: Campaign) -> Iterator[str]:
    """T3: captions that are written although nothing asks for them, or not asked for although something does."""
    outcomes = TwinTruth.objects.filter(verdict__pair__campaign=campaign)
    standing = outcomes.filter(verdict__superseded=False, verdict__attempt=F("verdict__pair__attempt"))
    wanted = {
        moment: captions_wanted(JudgementOutcome(outcome))
        for moment, outcome in standing.values_list("verdict__pair__moment", "outcome")
    }
    judged_again = set(outcomes.values_list("verdict__pair__moment", flat=True)) - wanted.keys()
    ended = Exists(verdict_of_pair().filter(kind=VerdictKind.WITHDRAWN))
    writing = campaign.pairs.filter(query__query_id=TwinTask.CAPTION.query_id).exclude(moment__in=judged_again)
    rows = writing.filter(~ended).order_by("number").values_list("number", "moment", "batch")
    for number, moment, batch in rows:
        if (batch is not None) != wanted.get(moment, (False, False))[0]:
            asked = "is asked for captions" if batch is not None else "is not asked for captions"
            yield f"T3: pair {number} {asked}, against the judgement of its clip"
    of_writing = {"score__seat__pair__query__query_id": TwinTask.CAPTION.query_id}
    captions = TwinCaption.objects.filter(score__seat__campaign=campaign, score__current=True, **of_writing)
    live = captions.filter(score__seat__superseded=False).exclude(score__seat__pair__moment__in=judged_again)
    kept = live.order_by("pk").values_list("pk", "score__seat__pair__moment", "backward_text")
    for score, moment, text in kept.iterator(chunk_size=CHUNK):
        if bool(text) != wanted.get(moment, (False, False))[1]:
            yield f"T3: score {score} has captions of other clips than its judgement asks for"


def _late(campaign: Campaign, due: datetime) -> Iterator[str]:
    """What is complete and past its grace for two sweeps without a consequence, and pairs that nobody works on."""
    is_judge = Q(pair__query__query_id=TwinTask.JUDGE.query_id)
    rounds = scored_rounds(campaign, due=due, complete=Q(seats__gte=1))
    judged = rounds.filter(is_judge).filter(Q(round=1, seats=2) | Q(round=2))
    for row in (*judged, *rounds.exclude(is_judge).exclude(pair__moment__in=_changeable(campaign))):
        yield f"I4: round {row['round']} of pair {row['pair__number']} is complete, but nothing followed"
    alive = Seat.objects.filter(
        LIVE_CAMPAIGN,
        pair=OuterRef("pk"),
        attempt=OuterRef("attempt"),
        state__in=[SeatState.OPEN, SeatState.RESERVED, SeatState.HELD, SeatState.SCORED],
    )
    kinds = (TWINS_FOR_LEAD.name, TWIN_CAPTION_FOR_LEAD.name)
    told = LedgerEntry.objects.filter(campaign=campaign, kind__in=kinds, pair_number=OuterRef("number"))
    for_lead = twins_for_lead(campaign).filter(Exists(told)).values("pk")
    undecided = campaign.pairs.filter(~Exists(verdict_of_pair()), batch__isnull=False).order_by("number")
    waiting = undecided.filter(~Exists(alive)).exclude(pk__in=for_lead)
    is_writing = Q(query__query_id=TwinTask.CAPTION.query_id)
    for number in waiting.exclude(is_writing).values_list("number", flat=True):
        yield f"I5: pair {number} is undecided, but none of its seats is waiting for an answer"
    checked = undecided.filter(query__query_id=TwinTask.ASSIGN.query_id).order_by()
    forward = checked.filter(moment=OuterRef("moment"))
    backward = checked.filter(moment__as_backward__forward=OuterRef("moment"))
    for number in waiting.filter(is_writing, ~Exists(forward), ~Exists(backward)).values_list("number", flat=True):
        yield f"I5: the captions of pair {number} are undecided, but nobody checks them"


def _changeable(campaign: Campaign) -> list[int]:
    """The moments of captions that are not passed on yet: what was assigned before waits for them."""
    writing = Seat.objects.filter(
        LIVE_CAMPAIGN,
        campaign=campaign,
        state=SeatState.SCORED,
        pair__query__query_id=TwinTask.CAPTION.query_id,
        scores__current=True,
        scores__final=False,
    )
    twins = Twin.objects.filter(forward__in=writing.values("pair__moment")).values_list("forward", "backward")
    return [moment for twin in twins for moment in twin]
