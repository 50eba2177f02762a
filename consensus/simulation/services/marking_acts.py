"""What a simulated person does in a marking campaign: watch, ask, mark, answer about a piece; by the services."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from annotator.asking.entries import plain
from annotator.asking.selectors.asks import asks_about
from annotator.asking.services.drafts import create_draft, delete_draft, save_draft
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.asking.services.viewing import note_viewing
from annotator.desk.selectors.questions import SeatQuestion
from annotator.marking.answers import Answer, Reply, answer_body
from annotator.marking.segments import Marking, Segment
from annotator.models import Ask, AskState, AskTask, Membership, Seat, Viewing
from consensus.marking.ruling import Piece, PieceAnswer, PieceKind
from consensus.simulation.marking.world import TrueQuestion
from consensus.simulation.services.answering import answer_seat


def watch(*, person: Membership, key: str, stretch: tuple[int, int], now: datetime) -> None:
    """Report that the person watched that stretch, from and to milliseconds, of the video whose proxy has the key."""
    note_viewing(member=person, key=key, watched=[[*stretch]], bookmarks=None, now=now)


def write_question(
    *, author: Membership, key: str, question: TrueQuestion, marking: Marking, spent_s: float, now: datetime
) -> Ask:
    """Write the question about the author's video, whose proxy has the key, with these segments, and submit it."""
    task = AskTask.MS if question.shown_ms is None else AskTask.IMS
    ask = create_draft(member=author, task=task.value, now=now)
    fields: dict[str, object] = {"text": question.text, "segments": plain(marking.segments)}
    if question.shown_ms is not None:
        fields["condition"] = {"key": key, "at_ms": question.shown_ms}
    save_draft(member=author, number=ask.number, fields=fields, now=now)
    return submit_again(author=author, ask=ask, spent_s=spent_s, now=now)


def submit_again(*, author: Membership, ask: Ask, spent_s: float, now: datetime) -> Ask:
    """Submit a draft, or a returned question as it is."""
    sent = Sent(key=f"simulated-ask-{ask.number}-{ask.version}-{ask.returns}", shown_ms=_ms(spent_s))
    return submit_ask(member=author, number=ask.number, sent=sent, now=now)


def drop_drafts(*, author: Membership, viewing: Viewing, now: datetime) -> None:
    """Delete the drafts that a simulation left which was stopped between two steps."""
    for number in list(asks_about(viewing).filter(state=AskState.DRAFT).values_list("number", flat=True)):
        delete_draft(member=author, number=number, now=now)


def mark_seat(*, person: Membership, seat: Seat, marking: Marking, spent_s: float, now: datetime) -> None:
    """Submit what a marker found; the simulated marker finds every question specific, complete and its image needed."""
    sound = True if marking.has_answer else None
    answer = Answer(marking.segments, is_specific=sound, is_complete=sound, needs_condition=sound)
    answer_seat(person=person, seat=seat, answer=answer_body(answer), shown_ms=_ms(spent_s), at=now)


def asked_pieces(question: SeatQuestion) -> list[Piece]:
    """The pieces that a third annotator is asked about, as they see them: spans without owners."""
    pieces = []
    for (start_ms, end_ms), kind in question.pieces:
        span = Segment(start_ms, end_ms)
        pieces.append(Piece((span,), () if kind == PieceKind.SEGMENT else (span,)))
    return pieces


def answer_pieces(
    *, person: Membership, seat: Seat, answers: Sequence[tuple[Piece, PieceAnswer]], spent_s: float, now: datetime
) -> None:
    """Submit a third annotator's answers to all pieces of a question."""
    replies = tuple(sorted((_reply(piece, answer) for piece, answer in answers), key=lambda reply: reply.span))
    answer_seat(person=person, seat=seat, answer=answer_body(Answer(replies=replies)), shown_ms=_ms(spent_s), at=now)


def _reply(piece: Piece, answer: PieceAnswer) -> Reply:
    if answer is None:
        return Reply(piece.span, "undecided")
    if isinstance(answer, bool):
        return Reply(piece.span, "yes" if answer else "no")
    return Reply(piece.span, "edges", answer)


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
