"""What a platform wrote that knew less than this one."""

import pytest

from annotator.models import Seat, SeatState, Share
from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from consensus.verify.selectors.invariants import breaches
from tests.factories import NOW, opened_campaign

pytestmark = pytest.mark.django_db


def test_open_seats_that_nobody_would_be_given_leave_their_share(tmp_path, settings):
    """Half of a share was let go and taken by somebody else; the other share kept its seats on what was scored."""
    settings.DATA_DIR = tmp_path
    campaign, (one, two) = opened_campaign(people=2, pairs=2)
    seats = Seat.objects.filter(share__number=1)
    seats.filter(pair__rank=1).update(annotator=one, state=SeatState.HELD)
    seats.filter(pair__rank=2).update(annotator=two, state=SeatState.HELD)
    Share.objects.filter(number=1).update(annotator=two)
    assert len([line for line in breaches(campaign, now=NOW, sweep_s=5) if line.startswith("I5")]) == 1
    archive_campaign(campaign=campaign, out=tmp_path / "old", clips=False)

    restored = restore_campaign(path=tmp_path / "old", slug="new").campaign
    assert list(breaches(restored, now=NOW, sweep_s=5)) == []
    left = Seat.objects.filter(campaign=restored, state=SeatState.OPEN).order_by("pair__rank")
    assert list(left.values_list("pair__rank", "share__number")) == [(1, None), (2, 2)]
