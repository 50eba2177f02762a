"""Takes submitted scores in twins campaigns: judgements, captions and assignments."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cached_property

from annotator.models import Score, Seat
from annotator.scoring.entries import Refused, ScoreEntry
from annotator.scoring.selectors.twins import (
    GivenTwinAnswer,
    TwinQuestion,
    stored_twin_answers,
    twin_questions,
)
from annotator.scoring.services.taking import ScoreTaking, first_score
from annotator.scoring.services.twin_answers import store_twin_answer
from annotator.scoring.submitted import Code, Status, Submitted
from annotator.twins.entries import (
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
from moments.database.prepared import NewKey
from moments.models import Moment


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
        self._store_answer(first_score.run_later(**values), seat, answer)

    def _store(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> Score:
        answer = self._read(seat, entry)
        score = super()._store(seat, entry, worked, until)
        self._store_answer(score.pk, seat, answer)
        return score

    def _store_answer(self, score: int | NewKey, seat: Seat, answer: TwinAnswer) -> None:
        store_twin_answer(score, question=self._questions[seat.pk], answer=answer, named=self._named)

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
        """What the seats ask, all read at once: no answer in a request changes what another seat asks."""
        return twin_questions(seat.pk for seat in self.seats.values())

    @cached_property
    def _named(self) -> dict[int, int]:
        """The `desc_id` of every clip that captions are assigned to."""
        assigning = [question for question in self._questions.values() if question.task is TwinTask.ASSIGN]
        clips = {clip for question in assigning for clip in question.clips}
        return dict(Moment.objects.filter(pk__in=clips).values_list("pk", "desc_id")) if clips else {}

    def _read(self, seat: Seat, entry: ScoreEntry) -> TwinAnswer:
        if entry.key not in self._answers:
            question = self._questions[seat.pk]
            try:
                answer = _read_answer(question, entry)
            except TwinAnswerError as error:
                raise Refused(str(error)) from error
            self._answers[entry.key] = answer, question.forward_first
        return self._answers[entry.key][0]

    def _stored(self, score: Score) -> GivenTwinAnswer:
        return stored_twin_answers([score.pk])[score.pk]


def _read_answer(question: TwinQuestion, entry: ScoreEntry) -> TwinAnswer:
    raw = field_of(entry.answer or {}, question.task)
    if question.task is TwinTask.JUDGE:
        return read_judgement(raw, forward_first=question.forward_first)
    if question.task is TwinTask.CAPTION:
        return read_captions(raw, question.captions, question.limits, forward_first=question.forward_first)
    return read_assignment(raw, clips=len(question.clips), cannot_tell=question.cannot_tell)
