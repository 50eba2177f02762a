"""Takes submitted scores in campaigns of twins: judgements, captions and assignments."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cached_property

from annotator.models import Assignment, Judgement, Score, Seat, TwinCaption
from annotator.scoring.entries import Refused, ScoreEntry
from annotator.scoring.selectors.twins import (
    GivenTwinAnswer,
    TwinQuestion,
    caption_limits,
    stored_twin_answers,
    twin_questions,
)
from annotator.scoring.services.taking import ScoreTaking, first_score
from annotator.scoring.submitted import Code, Status, Submitted
from annotator.twins.answers import JudgementAnswer
from annotator.twins.entries import (
    CaptionTexts,
    TwinAnswer,
    TwinAnswerError,
    answer_body,
    answer_words,
    field_of,
    read_assignment,
    read_captions,
    read_judgement,
)
from annotator.twins.tasks import TwinTask
from annotator.worktime.clock import Worked
from moments.campaign.selectors import newest_protocol
from moments.models import Moment, TwinParameters


class TwinTaking(ScoreTaking):
    """Reads each answer against what its seat asks, and stores it beside its score."""

    stored_as = ""

    def submit(self, entry: ScoreEntry) -> Submitted:
        """What becomes of the entry."""
        try:
            return super().submit(entry)
        except Refused as refusal:
            return Submitted(str(entry.seat), "refused", str(refusal), code="bad_entry")

    def _store_first(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> None:
        answer, values = self._read(seat, entry), self._first_values(seat, entry, worked, until)
        self._store_answer(first_score.run(**values), seat, answer)

    def _store(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> Score:
        answer = self._read(seat, entry)
        score = super()._store(seat, entry, worked, until)
        self._store_answer(score.pk, seat, answer)
        return score

    def _store_answer(self, score: int, seat: Seat, answer: TwinAnswer) -> None:
        question = self._question(seat)
        row: Judgement | TwinCaption | Assignment
        if isinstance(answer, JudgementAnswer):
            row = Judgement(
                score_id=score,
                forward_first=question.forward_first,
                temporal=answer.temporal,
                criterion=answer.criterion or "",
                unreal=answer.unreal or "",
            )
        elif isinstance(answer, CaptionTexts):
            row = TwinCaption(
                score_id=score,
                forward_first=question.forward_first,
                forward_text=answer.forward,
                backward_text=answer.backward,
            )
        else:
            named = dict(Moment.objects.filter(pk__in=question.clips).values_list("pk", "desc_id"))
            row = Assignment(
                score_id=score,
                caption_id=question.caption_of,
                shown=[named[moment] for moment in question.clips],
                chosen_id=None if answer.chosen is None else question.clips[answer.chosen - 1],
            )
        row.save(force_insert=True)

    def _is_same(self, current: Score, seat: Seat, entry: ScoreEntry) -> bool:
        return self._stored(current).answer == self._read(seat, entry)

    def _value(self, current: Score) -> str:
        stored = self._stored(current)
        return answer_words(stored.answer, forward_first=stored.forward_first)

    def _answer(
        self, seat: str, status: Status, detail: str, score: Score, until: datetime, code: Code | None = None
    ) -> Submitted:
        stored = self._stored(score)
        body = answer_body(stored.answer, forward_first=stored.forward_first)
        return Submitted(seat, status, detail, None, until, code, body)

    def _saved(self, entry: ScoreEntry, until: datetime, status: Status) -> Submitted:
        answer, forward_first = self._answers[entry.key]
        body = answer_body(answer, forward_first=forward_first)
        saved = Submitted(str(entry.seat), status, "", None, until, None, body)
        words = answer_words(answer, forward_first=forward_first)
        self.known[entry.key] = replace(saved, status="duplicate", detail=f"stored as {words}")
        return saved

    @cached_property
    def _answers(self) -> dict[str, tuple[TwinAnswer, bool]]:
        """What was read of each entry, by its key, with the order of its two clips."""
        return {}

    @cached_property
    def _questions(self) -> dict[int, TwinQuestion]:
        return {}

    def _question(self, seat: Seat) -> TwinQuestion:
        if seat.pk not in self._questions:
            self._questions.update(twin_questions([seat.pk]))
        return self._questions[seat.pk]

    def _read(self, seat: Seat, entry: ScoreEntry) -> TwinAnswer:
        if entry.key not in self._answers:
            question = self._question(seat)
            try:
                answer = _read_answer(question, entry, _parameters(seat))
            except TwinAnswerError as error:
                raise Refused(str(error)) from error
            self._answers[entry.key] = answer, question.forward_first
        return self._answers[entry.key][0]

    def _stored(self, score: Score) -> GivenTwinAnswer:
        return stored_twin_answers([score.pk])[score.pk]


def _read_answer(question: TwinQuestion, entry: ScoreEntry, parameters: TwinParameters) -> TwinAnswer:
    raw = field_of(entry.answer or {}, question.task)
    if question.task is TwinTask.JUDGE:
        return read_judgement(raw, forward_first=question.forward_first)
    if question.task is TwinTask.CAPTION:
        limits = caption_limits(parameters)
        return read_captions(raw, question.captions, limits, forward_first=question.forward_first)
    return read_assignment(raw, clips=len(question.clips), cannot_tell=parameters.cannot_tell)


def _parameters(seat: Seat) -> TwinParameters:
    """Those of the batch; of the newest version if there is none."""
    batch = seat.pair.batch
    return (newest_protocol(seat.campaign) if batch is None else batch.protocol).twin
