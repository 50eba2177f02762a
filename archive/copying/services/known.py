"""Copies the pairs whose answer is known: exams as drafts, practice pairs, gold, questions with known answers.

What cannot be used in the copy is left out: pairs that it does not have, that were withdrawn, or that another of these
uses there.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from annotator.checks.selectors import gold_explanations, refused_golds
from annotator.checks.services.golds import set_gold
from annotator.exam.selectors.exams import exam_items, writing_items
from annotator.exam.selectors.graders import grader_of
from annotator.exam.selectors.pairs import JudgedTexts, usable_pairs
from annotator.exam.selectors.references import known_answers, known_questions
from annotator.exam.selectors.twin_bank import usable_twins
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.references import KnownQuestion, add_references
from annotator.exam.settings import Bar
from annotator.models import Exam, ExamItem, ExamState, TruthKind
from annotator.tutorial.selectors import newest_tutorial, practices_of, unfit_pairs
from annotator.tutorial.services import Chosen, save_tutorial
from annotator.twins.answers import KnownCase
from archive.copying.services.rows import Keys
from moments.models import Campaign

Numbers = Mapping[int, int]  # of the copy's pairs, by those of the source


def copy_references(
    source: Campaign, copy: Campaign, videos: Keys, moments: Keys, now: datetime, actor: str
) -> dict[int, int]:
    """Add the questions with known answers; the numbers of their pairs. They are copies of no question here."""
    known = list(known_questions(source).filter(pair__query__retired_at=None))
    answers = known_answers(one.pair_id for one in known)
    wholes = copy.moments.in_bulk()
    questions = [
        KnownQuestion(
            whole=wholes[moments[one.pair.moment_id]],
            text=one.pair.query.text,
            segments=answers[one.pair_id].segments,
            condition=None if one.condition_ms is None else (videos[one.condition_video_id or 0], one.condition_ms),
        )
        for one in known
    ]
    pairs = add_references(campaign=copy, questions=questions, now=now, actor=actor)
    return {one.pair.number: pair.number for one, pair in zip(known, pairs, strict=True)}


def copy_what_is_known(source: Campaign, copy: Campaign, numbers: Numbers, now: datetime, actor: str) -> None:
    """Copy the tutorial, and with pairs exams and gold: exams that run or are drafts before what else needs pairs."""
    closed = source.exams.filter(state=ExamState.CLOSED).order_by("-number")
    current = list(source.exams.exclude(state=ExamState.CLOSED).order_by("number"))
    for exam in current:
        _copy_exam(exam, copy, numbers, now, actor)
    _copy_tutorial(source, copy, numbers, now, actor)
    _copy_golds(source, copy, numbers, now, actor)
    if not current:
        for exam in closed[:1]:
            _copy_exam(exam, copy, numbers, now, actor)


def _copy_exam(exam: Exam, copy: Campaign, numbers: Numbers, now: datetime, actor: str) -> None:
    """The exam as a draft; with its truth, which is the lead's there, if all of its pairs have one."""
    if copy.is_twin:
        _copy_twin_exam(exam, copy, now, actor)
        return
    usable = {pair.number: pair for pair in usable_pairs(copy).filter(moment__withdrawn=None)}
    judged = JudgedTexts(copy)
    items = {
        numbers[item.pair.number]: item
        for item in exam_items(exam)
        if numbers.get(item.pair.number) in usable and not judged.hold(usable[numbers[item.pair.number]])
    }
    if not items:
        return
    is_known = exam.truth_kind == TruthKind.GOLD or all(item.truth is not None for item in items.values())
    made = create_exam(
        campaign=copy,
        now=now,
        actor=actor,
        seed=exam.seed,
        pairs=list(items),
        truth_kind=TruthKind.GOLD if is_known else TruthKind.COHORT,
        items_a_sitting=min(exam.items_a_sitting, len(items)),
        takers_to_freeze=exam.takers_to_freeze,
        sittings_allowed=exam.sittings_allowed,
        tolerance=exam.tolerance if copy.is_graded else None,
        bar=Bar(exam.most_misalignment, exam.least_kappa, exam.least_found, exam.least_iou),
    )
    for item in exam_items(made):
        _set_item(item, items[item.pair.number], now, actor)


def _copy_twin_exam(exam: Exam, copy: Campaign, now: datetime, actor: str) -> None:
    """The same for clips, which have the numbers that they have in the source; left out if a case is missing there."""
    usable = set(usable_twins(copy).values_list("forward__desc_id", flat=True))
    items = {item.pair.moment.desc_id: item for item in exam_items(exam) if item.pair.moment.desc_id in usable}
    if len(items) < len(KnownCase) or (exam.state != ExamState.DRAFT and grader_of(exam).lacks(list(items.values()))):
        return
    writing = writing_items(exam).values_list("pair__moment__desc_id", flat=True)
    made = create_exam(
        campaign=copy,
        now=now,
        actor=actor,
        seed=exam.seed,
        pairs=list(items),
        writing=[number for number in writing if number in usable],
        items_a_sitting=min(exam.items_a_sitting, len(items)),
        sittings_allowed=exam.sittings_allowed,
        bar=Bar(exam.most_misalignment, most_case_misalignment=exam.most_case_misalignment),
    )
    for item in exam_items(made):
        known = items[item.pair.moment.desc_id]
        case, explanation = known.known_case or None, known.explanation
        set_truth(item=item, truth=case, explanation=explanation, doubtful=known.doubtful, now=now, actor=actor)


def _set_item(item: ExamItem, known: ExamItem, now: datetime, actor: str) -> None:
    truth = known.truth if item.exam.truth_kind == TruthKind.GOLD else None
    doubtful = known.doubtful
    set_truth(item=item, truth=truth, explanation=known.explanation, doubtful=doubtful, now=now, actor=actor)


def _copy_tutorial(source: Campaign, copy: Campaign, numbers: Numbers, now: datetime, actor: str) -> None:
    newest = newest_tutorial(source)
    if newest is None:
        return
    practices = [
        Chosen(numbers[practice.pair.number], practice.relevance, practice.explanation)
        for practice in practices_of(newest)
        if practice.pair.number in numbers
    ]
    pairs = copy.pairs.filter(number__in=[one.number for one in practices], moment__withdrawn=None)
    fit = {pair.number for pair in pairs.select_related("query") if not unfit_pairs([pair])}
    kept = [one for one in practices if one.number in fit]
    save_tutorial(campaign=copy, text=newest.text, practices=kept, actor=actor, now=now, seen_version=None)


def _copy_golds(source: Campaign, copy: Campaign, numbers: Numbers, now: datetime, actor: str) -> None:
    golds = source.golds.filter(active=True, pair__number__in=list(numbers)).select_related("pair")
    explanations = gold_explanations(source)
    known = {numbers[gold.pair.number]: gold for gold in golds}
    found = copy.pairs.filter(number__in=list(known), moment__withdrawn=None).select_related("campaign", "query")
    pairs = list(found.order_by("number"))
    refused = refused_golds(pairs)
    for pair in pairs:
        if pair.pk not in refused:
            gold = known[pair.number]
            explanation = explanations.get(gold.pair.number, "")
            set_gold(pair=pair, relevance=gold.relevance, explanation=explanation, now=now, actor=actor)
