"""Makes exams in draft and sets their truth, explanations and doubts (R10); every step is in the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotator.exam.ledger_kinds import EXAM_CREATED, EXAM_ITEM_SET
from annotator.exam.selectors.pairs import drawn_pairs, named_pairs
from annotator.exam.services.ledger import record_exam
from annotator.exam.services.twin_bank import twin_pairs
from annotator.exam.settings import MOST_PAIRS, MOST_QUERIES, NO_BAR, OF_KIND, Bar, require, require_cover
from annotator.models import Exam, ExamItem, ExamState, TruthKind
from annotator.twins.answers import KnownCase
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign, hold_scale
from moments.models import Campaign, Pair

LONGEST_EXPLANATION = 4000
LEAST = {"seed": 0, "tolerance": 0}
LEAST_OF_TWINS = {**LEAST, "items_a_sitting": len(KnownCase)}
MOST = {"seed": 2**63 - 1, "takers_to_freeze": 1000, "sittings_allowed": 100}


@transaction.atomic
def create_exam(
    *,
    campaign: Campaign,
    now: datetime,
    actor: str,
    queries: int = 10,
    depth: int = 10,
    seed: int = 0,
    pairs: Sequence[int] | None = None,
    writing: Sequence[int] = (),
    truth_kind: str | None = None,
    items_a_sitting: int | None = None,
    takers_to_freeze: int = 5,
    sittings_allowed: int = 1,
    tolerance: int | None = None,
    bar: Bar = NO_BAR,
) -> Exam:
    """An exam in draft: the top `depth` pairs of `queries` drawn queries, or the `pairs` of those numbers.

    `items_a_sitting` of the bank are met in one sitting (all, if left out); the tolerance is by default the
    protocol's. Raises BadInput, with nothing made, naming what is out of range or which pair is not usable.

    Without `truth_kind` the truth is a cohort's; in marking campaigns, it is always that of the known answers, and
    the exam keeps the newest protocol of marking instead of a tolerance. In a twins campaign the `pairs` are clips
    to judge and `writing` clips to write about, both by the numbers of their forward moments; the lead says later what
    the right judgements are.
    """
    hold_scale(campaign)
    truth_kind = _truth_kind(campaign, truth_kind, tolerance)
    chosen, written = _chosen(campaign, queries, depth if campaign.is_graded else 1, seed, pairs, writing)
    settings = {
        "seed": seed,
        "items_a_sitting": len(chosen) if items_a_sitting is None else items_a_sitting,
        "takers_to_freeze": takers_to_freeze,
        "sittings_allowed": sittings_allowed,
        "tolerance": newest_protocol(campaign).tolerance if tolerance is None else tolerance,
    }
    _require_settings(campaign, settings, chosen, covered=truth_kind == TruthKind.COHORT)
    bar.check(campaign.kind)
    protocol = newest_protocol(campaign) if campaign.is_marked else None
    fields = {"truth_kind": truth_kind, "protocol": protocol, **settings, **asdict(bar)}
    exam = _store(campaign, chosen, written, now, fields)
    payload = {"truth": truth_kind, "pairs": [pair.number for pair in chosen], **settings, **_stated(bar)}
    if written:
        payload["writing"] = [pair.number for pair in written]
    record_exam(exam, EXAM_CREATED, actor, payload, now)
    return exam


def _truth_kind(campaign: Campaign, asked: str | None, tolerance: int | None) -> str:
    """The kind of truth that is asked for, or the usual one of the campaign's kind."""
    kind = asked or (TruthKind.COHORT if campaign.is_graded else TruthKind.GOLD)
    if not campaign.is_graded:
        _require_known(kind, tolerance)
    if kind not in TruthKind.values:
        raise BadInput(f"truth_kind: expected {' or '.join(TruthKind.values)}, got {kind!r}")
    return kind


def _require_settings(
    campaign: Campaign, settings: Mapping[str, int], chosen: Sequence[Pair], *, covered: bool
) -> None:
    most = {**MOST, "tolerance": campaign.scale.span, "items_a_sitting": len(chosen)}
    _require_fit(settings, LEAST_OF_TWINS if campaign.is_twin else LEAST, most, covered=covered)


@transaction.atomic
def set_truth(
    *,
    item: ExamItem,
    now: datetime,
    actor: str,
    truth: int | str | None = None,
    explanation: str | None = None,
    doubtful: bool | None = None,
) -> None:
    """Set what is given: the truth (only of a gold exam in draft), the explanation, the mark that it is doubtful.

    Raises BadInput for a truth that the lead may not set, or that is no level, and for an overlong explanation.
    """
    hold_campaign(item.exam.campaign)
    item.refresh_from_db()
    changed: dict[str, object] = {}
    if truth is not None:
        _require_settable(item.exam, truth)
        changed["known_case" if item.exam.campaign.is_twin else "truth"] = truth
    if explanation is not None:
        if len(explanation) > LONGEST_EXPLANATION or "\0" in explanation:
            raise BadInput(f"explanation: expected at most {LONGEST_EXPLANATION:,} characters")
        changed["explanation"] = explanation.strip()
    if doubtful is not None:
        changed["doubtful"] = doubtful
    changed = {field: value for field, value in changed.items() if getattr(item, field) != value}
    if not changed:
        return
    ExamItem.objects.filter(pk=item.pk).update(**changed)
    item.refresh_from_db()
    record_exam(item.exam, EXAM_ITEM_SET, actor, changed, now, item)


@transaction.atomic
def clear_truth(*, item: ExamItem, seen: int, now: datetime, actor: str) -> None:
    """Take back the truth `seen` of an item of a gold exam in draft; its explanation stays.

    Raises BadInput if it is another by now, and for a truth that the lead may not set.
    """
    hold_campaign(item.exam.campaign)
    item.refresh_from_db()
    item.exam.refresh_from_db()
    if item.truth != seen:
        raise BadInput(f"the truth of pair {item.pair.number} has been changed in the meantime")
    _require_settable(item.exam, seen)
    ExamItem.objects.filter(pk=item.pk).update(truth=None)
    item.truth = None
    record_exam(item.exam, EXAM_ITEM_SET, actor, {"truth": None}, now, item)


def _require_fit(
    settings: Mapping[str, int], least: Mapping[str, int], most: Mapping[str, int], *, covered: bool
) -> None:
    """Raise BadInput, naming the setting, unless an exam with at least and at most that of each can have them."""
    for field, value in settings.items():
        require(field, value, least.get(field, 1), most[field])
    if covered:
        require_cover(most["items_a_sitting"], settings["items_a_sitting"], settings["takers_to_freeze"])


def _stated(bar: Bar) -> dict[str, float | None]:
    """The bar as the ledger keeps it: bars of other kinds of campaigns only where they are set."""
    later = (*OF_KIND["mark"], *OF_KIND["twin"])
    return {name: value for name, value in asdict(bar).items() if value is not None or name not in later}


def _require_known(truth_kind: str, tolerance: int | None) -> None:
    """Raise BadInput for what has no meaning where the truth is the known answers of questions."""
    if truth_kind != TruthKind.GOLD:
        raise BadInput(f"truth_kind: expected {TruthKind.GOLD.value}, because the right answers are known")
    if tolerance is not None:
        raise BadInput("tolerance: only exams on graded relevance have one")


def _chosen(
    campaign: Campaign, queries: int, depth: int, seed: int, pairs: Sequence[int] | None, writing: Sequence[int]
) -> tuple[list[Pair], list[Pair]]:
    """The pairs of the exam, and those about which people write."""
    if campaign.is_twin:
        return twin_pairs(campaign, judged=pairs, written=writing)
    if writing:
        raise BadInput("writing: only exams of twins campaigns ask for captions")
    if pairs is not None:
        require("pairs", len(pairs), 1, MOST_PAIRS)
        return named_pairs(campaign, pairs), []
    require("queries", queries, 1, MOST_QUERIES)
    require("depth", depth, 1, MOST_PAIRS // queries)
    return drawn_pairs(campaign, queries=queries, depth=depth, seed=seed), []


def _store(
    campaign: Campaign, pairs: Sequence[Pair], written: Sequence[Pair], now: datetime, settings: Mapping[str, Any]
) -> Exam:
    number = 1 + (campaign.exams.aggregate(most=Max("number"))["most"] or 0)
    exam = Exam.objects.create(campaign=campaign, number=number, created_at=now, **settings)
    ExamItem.objects.bulk_create(ExamItem(exam=exam, pair=pair) for pair in pairs)
    ExamItem.objects.bulk_create(ExamItem(exam=exam, pair=pair, writes=True) for pair in written)
    return exam


def _require_settable(exam: Exam, truth: int | str) -> None:
    if exam.protocol_id is not None:
        raise BadInput("truth: in marking campaigns, it is the known answer of the question")
    if exam.truth_kind != TruthKind.GOLD:
        raise BadInput(
            "truth: in a cohort exam it is the median of the first answers; you can only explain it or mark it as "
            "doubtful"
        )
    if exam.state != ExamState.DRAFT:
        raise BadInput(
            f"truth: exam {exam.number} is {exam.state}; people were graded by it, so it can no longer change"
        )
    if exam.campaign.is_twin:
        if truth not in set(KnownCase):
            raise BadInput(f"truth: expected {', '.join(KnownCase)}, got {truth!r}")
    elif not isinstance(truth, int) or truth not in exam.campaign.scale:
        raise BadInput(f"truth: expected {exam.campaign.scale}, got {truth}")
