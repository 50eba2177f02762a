"""Stores answers about twins beside their scores, each with the next statement of its transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from django.db.models import JSONField, Value
from django.db.models.functions import Cast

from annotator.models import Assignment, Judgement, TwinCaption
from annotator.scoring.selectors.twins import TwinQuestion
from annotator.twins.answers import JudgementAnswer
from annotator.twins.entries import CaptionTexts, TwinAnswer
from moments.database.prepared import NewKey, PreparedInsert


def store_twin_answer(
    score: int | NewKey, *, question: TwinQuestion, answer: TwinAnswer, named: Mapping[int, int]
) -> None:
    """Store the answer to the question with its score; `named` holds the `desc_id` of every clip by primary key."""
    if isinstance(answer, JudgementAnswer):
        judgement = _judgement(question.forward_first, answer.temporal)
        judgement.run_later(score=score, criterion=answer.criterion or "", unreal=answer.unreal or "")
        return
    if isinstance(answer, CaptionTexts):
        captions = _captions(question.forward_first)
        captions.run_later(score=score, forward=answer.forward, backward=answer.backward)
        return
    shown = json.dumps([named[moment] for moment in question.clips])
    if answer.chosen is None:
        _cannot_tell.run_later(score=score, caption=question.caption_of, shown=shown)
        return
    chosen = question.clips[answer.chosen - 1]
    _assignment.run_later(score=score, caption=question.caption_of, shown=shown, chosen=chosen)


@cache
def _judgement(forward_first: bool, temporal: bool) -> PreparedInsert:
    """The judgement; no value stands in for what is true or false."""
    return PreparedInsert(
        lambda score, criterion, unreal: Judgement(
            score_id=score, forward_first=forward_first, temporal=temporal, criterion=criterion, unreal=unreal
        ),
        score=int,
        criterion=str,
        unreal=str,
    )


@cache
def _captions(forward_first: bool) -> PreparedInsert:
    return PreparedInsert(
        lambda score, forward, backward: TwinCaption(
            score_id=score, forward_first=forward_first, forward_text=forward, backward_text=backward
        ),
        score=int,
        forward=str,
        backward=str,
    )


_cannot_tell = PreparedInsert(
    lambda score, caption, shown: Assignment(score_id=score, caption_id=caption, shown=_as_json(shown), chosen=None),
    score=int,
    caption=int,
    shown=str,
)
_assignment = PreparedInsert(
    lambda score, caption, shown, chosen: Assignment(
        score_id=score, caption_id=caption, shown=_as_json(shown), chosen_id=chosen
    ),
    score=int,
    caption=int,
    shown=str,
    chosen=int,
)


def _as_json(text: str) -> Cast:
    return Cast(Value(text), JSONField())
