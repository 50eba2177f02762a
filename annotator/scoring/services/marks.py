"""Takes submitted scores in marking campaigns: the seats, keys and changes of every score, with a marked answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.db.models import QuerySet

from annotator.marking.answers import Answer, answer_body
from annotator.models import Ask, AskState, Score, Seat
from annotator.scoring.entries import Refused, ScoreEntry
from annotator.scoring.selectors.answers import SEAT_PART, stored_answers, with_questions
from annotator.scoring.services.answers import checked_answer, store_answer
from annotator.scoring.services.taking import ASKED, ScoreTaking, asked_seats, first_score, one_asked
from annotator.scoring.submitted import Code, Status, Submitted
from annotator.worktime.clock import Worked


def marked_seats(seats: Iterable[UUID], keys: Iterable[str], member: int) -> QuerySet[Seat]:
    """The seats as for any score, each with what its answer is checked against."""
    return with_questions(asked_seats(seats, keys, member).only(*ASKED, *SEAT_PART))


class MarkTaking(ScoreTaking):
    """Reads each answer against its question, and stores it beside its score."""

    stored_as = ""
    seats_of = staticmethod(marked_seats)
    one_seat = one_asked(marked_seats)

    def submit(self, entry: ScoreEntry) -> Submitted:
        """What becomes of the entry."""
        try:
            return super().submit(entry)
        except Refused as refusal:
            return Submitted(str(entry.seat), "refused", str(refusal), code="bad_entry")

    def _store_first(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> None:
        answer, values = self._read(seat, entry), self._first_values(seat, entry, worked, until)
        score = first_score.run(**values) if answer.replies else first_score.run_later(**values)
        store_answer(score, answer)

    def _store(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> Score:
        answer = self._read(seat, entry)
        score = super()._store(seat, entry, worked, until)
        store_answer(score.pk, answer)
        self._tell_question(seat, answer)
        return score

    def _tell_question(self, seat: Seat, answer: Answer) -> None:
        """The author's own segments, which the question repeats while nobody has marked it, follow the change."""
        marked = [[one.start_ms, one.end_ms] for one in answer.segments]
        own = Ask.objects.filter(pair=seat.pair_id, author=self.member, state=AskState.SUBMITTED)
        own.filter(pair__attempt=seat.attempt).update(segments=marked)

    def _is_same(self, current: Score, seat: Seat, entry: ScoreEntry) -> bool:
        return self._stored(current) == self._read(seat, entry)

    def _value(self, current: Score) -> str:
        return str(self._stored(current))

    def _answer(
        self, seat: str, status: Status, detail: str, score: Score, until: datetime, code: Code | None = None
    ) -> Submitted:
        return Submitted(seat, status, detail, None, until, code, answer_body(self._stored(score)))

    def _saved(self, entry: ScoreEntry, until: datetime, status: Status) -> Submitted:
        answer = self._answers[entry.key]
        saved = Submitted(str(entry.seat), status, "", None, until, None, answer_body(answer))
        self.known[entry.key] = replace(saved, status="duplicate", detail=f"stored as {answer}")
        return saved

    @cached_property
    def _answers(self) -> dict[str, Answer]:
        """What was read of each entry, by its key."""
        return {}

    def _read(self, seat: Seat, entry: ScoreEntry) -> Answer:
        if entry.key not in self._answers:
            self._answers[entry.key] = checked_answer(seat, entry.answer or {})
        return self._answers[entry.key]

    def _stored(self, score: Score) -> Answer:
        return stored_answers([score.pk])[score.pk]
