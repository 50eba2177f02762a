"""Takes submitted scores in campaigns that mark: the seats, keys and changes of every score, with a marked answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cached_property

from annotator.marking.answers import Answer, answer_body
from annotator.models import Score, Seat
from annotator.scoring.entries import Refused, ScoreEntry
from annotator.scoring.selectors.answers import stored_answers
from annotator.scoring.services.answers import checked_answer, store_answer
from annotator.scoring.services.taking import ScoreTaking, first_score
from annotator.scoring.submitted import Code, Status, Submitted
from annotator.worktime.clock import Worked


class MarkTaking(ScoreTaking):
    """Reads each answer once its question is known, and stores it beside its score."""

    stored_as = ""

    def submit(self, entry: ScoreEntry) -> Submitted:
        """What becomes of the entry."""
        try:
            return super().submit(entry)
        except Refused as refusal:
            return Submitted(str(entry.seat), "refused", str(refusal), code="bad_entry")

    def _store_first(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> None:
        answer = self._read(seat, entry)
        store_answer(Score(pk=first_score.run(**self._first_values(seat, entry, worked, until))), answer)

    def _store(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> Score:
        score = super()._store(seat, entry, worked, until)
        store_answer(score, self._read(seat, entry))
        return score

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
