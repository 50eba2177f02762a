"""What a lead's form says about the pieces of a question, as a pure function."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.marking.clock import TypedError, typed_segments
from annotator.marking.reading import SegmentsError, read_segments
from annotator.marking.segments import Segment
from consensus.truths.versions import OWN, Choice, LeftToLead
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol


def choices_in(
    form: Mapping[str, str], left: LeftToLead, *, duration_ms: int, protocol: MarkingProtocol
) -> list[Choice]:
    """The choice for each piece, from the fields `piece-0`, `own-0` and so on.

    Raises BadInput naming the piece that has none, or whose typed segments are none.
    """
    found = []
    for place, piece in enumerate(left.pieces):
        name, label = form.get(f"piece-{place}", ""), f"piece {place + 1}"
        if not name:
            raise BadInput(f"{label}: choose whose version is right")
        if name == OWN:
            typed = form.get(f"own-{place}", "")
            found.append(Choice(OWN, _own(typed, label, duration_ms=duration_ms, protocol=protocol)))
        elif name in piece.versions or name == "none":
            found.append(Choice(name))
        else:
            raise BadInput(f"{label}: nobody marked that version")
    return found


def _own(typed: str, label: str, *, duration_ms: int, protocol: MarkingProtocol) -> tuple[Segment, ...]:
    try:
        segments = read_segments(typed_segments(typed), duration_ms=duration_ms, protocol=protocol)
    except (TypedError, SegmentsError) as error:
        raise BadInput(f"{label}: {error}") from error
    if not segments:
        raise BadInput(f"{label}: type your own segments, or choose another version")
    return segments
