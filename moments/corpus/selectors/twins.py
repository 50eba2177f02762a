"""Which moments are twins of which."""

from __future__ import annotations

from moments.models import Moment, Twin


def twins_of(moment: Moment) -> tuple[int, ...]:
    """The keys of the moment and, if it has one, of its twin."""
    rows = Twin.objects.filter(backward=moment) if moment.is_backward else Twin.objects.filter(forward=moment)
    return rows.values_list("forward", "backward").first() or (moment.pk,)
