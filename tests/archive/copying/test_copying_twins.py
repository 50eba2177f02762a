"""A copy of a twins campaign has its rules, its moments in both directions, and who is whose twin."""

from __future__ import annotations

import pytest

from archive.copying.services.copying import copy_campaign
from moments.models import Twin
from tests.factories import NOW
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("with_corpus", [False, True])
def test_twins_are_twins_in_the_copy(with_corpus: bool) -> None:
    source, _ = twin_campaign(twins=2, checkers=1)
    copy = copy_campaign(
        source=source, slug="again", title="", with_corpus=with_corpus, now=NOW, actor="admin", advance=lambda n: None
    )
    assert (copy.kind, copy.protocols.get().twin.checkers) == ("twin", 1)
    sides = ("forward__desc_id", "backward__desc_id", "backward__direction")
    found = [
        list(Twin.objects.filter(forward__campaign=campaign).order_by("pk").values_list(*sides))
        for campaign in (source, copy)
    ]
    assert found[1] == (found[0] if with_corpus else [])
    assert (copy.queries.count(), copy.pairs.count()) == (0, 0)
