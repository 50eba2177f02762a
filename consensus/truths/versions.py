"""What a lead chooses from where the rules left a question to them (M3, M4), as pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.marking.answers import Answer
from annotator.marking.segments import Marking, Segment, hull, joined
from consensus.marking.ruling import MarkingOutcome, Piece, rule_on_markings
from consensus.truths.questions import NO_TRUTH, objections_of, piece_answers
from moments.marking_protocol import MarkingProtocol

NONE, OWN = "none", "own"


@dataclass(frozen=True, slots=True)
class OpenPiece:
    """A stretch that is left to the lead, and what each person marked in it, by role; nobody's word is left out."""

    span: Segment
    versions: Mapping[str, tuple[Segment, ...]]


@dataclass(frozen=True, slots=True)
class LeftToLead:
    """What stands already, the pieces to decide, and why the question would be returned if it could be (M4)."""

    kept: tuple[Segment, ...]
    pieces: tuple[OpenPiece, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """The version of a role, NONE for "this does not answer the question", or OWN with the lead's own segments."""

    name: str
    own: tuple[Segment, ...] = ()


def left_to_lead(author: Answer, marker: Answer, third: Answer | None, *, protocol: MarkingProtocol) -> LeftToLead:
    """The pieces that M3 does not decide; if M4 objects to the question, one piece with everybody's whole marking."""
    objections = objections_of(author, marker)
    if objections:
        return _as_a_whole(author, marker, third, objections)
    markings = Marking(author.segments), Marking(marker.segments)
    ruling = rule_on_markings(*markings, piece_answers(third), protocol=protocol)
    if ruling.outcome is MarkingOutcome.RETURNED:
        return _as_a_whole(author, marker, third, (NO_TRUTH,))
    return LeftToLead(ruling.truth, tuple(_open(piece, third) for piece in ruling.for_lead))


def _as_a_whole(author: Answer, marker: Answer, third: Answer | None, reasons: tuple[str, ...]) -> LeftToLead:
    given = {"author": author.segments, "marker": marker.segments, "third": _third(third, None)}
    marked = {role: segments for role, segments in given.items() if segments}
    span = hull([segment for segments in marked.values() for segment in segments])
    return LeftToLead((), (OpenPiece(span, marked),), reasons)


def chosen_truth(left: LeftToLead, choices: Sequence[Choice], *, protocol: MarkingProtocol) -> tuple[Segment, ...]:
    """What stands with the choices, one for each piece in order; joined, maybe empty.

    Raises ValueError if a piece has no choice or not that version.
    """
    if len(choices) != len(left.pieces):
        raise ValueError(f"expected {len(left.pieces)} choices, got {len(choices)}")
    truth = list(left.kept)
    for piece, choice in zip(left.pieces, choices, strict=True):
        if choice.name == OWN:
            truth += choice.own
        elif choice.name in piece.versions:
            truth += piece.versions[choice.name]
        elif choice.name != NONE:
            raise ValueError(f"nobody marked {choice.name!r} in {piece.span}")
    return joined(truth, gap_ms=protocol.gap_ms)


def choices_in_words(choices: Sequence[Choice]) -> str:
    """The choices for the ledger: "the author's version of 2 pieces, own edges for 1 piece"."""
    words = {
        "author": "the author's version of {}",
        "marker": "the marker's version of {}",
        "third": "the third annotator's version of {}",
        OWN: "own edges for {}",
        NONE: "no answer in {}",
    }
    counts = Counter(choice.name for choice in choices)
    return ", ".join(
        words[name].format("1 piece" if counts[name] == 1 else f"{counts[name]} pieces")
        for name in words
        if counts[name]
    )


def _open(piece: Piece, third: Answer | None) -> OpenPiece:
    given = {"author": piece.author, "marker": piece.marker, "third": _third(third, piece.span)}
    return OpenPiece(piece.span, {role: segments for role, segments in given.items() if segments})


def _third(third: Answer | None, span: Segment | None) -> tuple[Segment, ...]:
    """The third annotator's own edges; a "yes" or "no" has none. With `span`, only for that piece."""
    replies = third.replies if third else ()
    return tuple(one for reply in replies if span in (None, reply.span) for one in reply.segments)
