"""Submits what simulated people answer, as their programs would."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from annotator.models import Membership, Seat
from annotator.scoring.services.scoring import submit_scores
from moments.base.errors import BadInput


def answer_seat(*, person: Membership, seat: Seat, answer: Mapping[str, object], shown_ms: int, at: datetime) -> None:
    """Submit the answer, in the keys that its kind of campaign reads; raises BadInput if it is not saved."""
    entry = {"seat": str(seat.public_id), "key": f"simulated-{seat.public_id}", "shown_ms": shown_ms, **answer}
    (result,) = submit_scores(member=person, entries=[entry], now=at)
    if result.status != "saved":
        raise BadInput(f"seat {seat.public_id}: {result.detail} (is another simulation running?)")
