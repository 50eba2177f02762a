"""The database keeps people off seats that they may never hold, whatever code writes to it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from annotator.models import Seat
from tests.twins import Road

pytestmark = pytest.mark.django_db


def hold(seat: Seat, annotator: object) -> None:
    with transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(annotator=annotator, state="reserved")


@pytest.mark.parametrize("backward", [False, True])
def test_the_writer_of_a_caption_holds_no_seat_of_assigning_it(backward: bool) -> None:
    road = Road().judged().written()
    road.freed()
    writer, _, *others = road.people
    seat = road.pair("assign", backward=backward).seats.filter(annotator=None, state="open").first()
    assert seat is not None
    with pytest.raises(IntegrityError, match="whoever wrote a caption never assigns it"):
        hold(seat, writer)
    hold(seat, others[0])
    seat.refresh_from_db()
    assert (seat.annotator, seat.state) == (others[0], "reserved")
