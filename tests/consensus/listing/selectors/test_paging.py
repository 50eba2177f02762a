from base64 import urlsafe_b64encode
from urllib.parse import parse_qsl

import pytest

from annotator.checks.services.golds import set_gold
from annotator.guideline.services import add_example
from consensus.listing.filters import SORTS, PairView
from consensus.listing.selectors.paging import count_of_pairs, keys_in_order, page_of_pairs
from moments.base.errors import BadInput
from moments.models import Moment, Pair, Query
from tests.consensus.listing.scenes import mixed_scene, opened
from tests.console.scenes import annotators
from tests.factories import NOW, make_query

pytestmark = pytest.mark.django_db


def numbers(campaign, address: str) -> list[int]:
    """The numbers of a view's pairs, page by page; what is counted and what is in order agree with them."""
    view = PairView(**dict(parse_qsl(address)))
    known = dict(campaign.pairs.values_list("pk", "number"))
    page = page_of_pairs(campaign, view)
    assert [*keys_in_order(campaign, view)] == page.pairs
    assert page.total == count_of_pairs(campaign, view) == len(page.pairs)
    return [known[pk] for pk in page.pairs]


@pytest.mark.parametrize("sort", [sign + key for key in SORTS for sign in ("", "-")])
def test_pages_lead_through_all_pairs_and_back(sort):
    campaign, view = mixed_scene(), PairView(sort=sort)
    Pair.objects.filter(rank__in=[2, 3]).update(similarity=0.5)
    expected = [*keys_in_order(campaign, view)]
    assert len(set(expected)) == 12
    pages = [page_of_pairs(campaign, view, size=5)]
    while pages[-1].next:
        pages.append(page_of_pairs(campaign, view, after=pages[-1].next, size=5))
    assert [pk for page in pages for pk in page.pairs] == expected
    assert ([page.total for page in pages], pages[0].previous) == ([None, None, None], "")
    assert count_of_pairs(campaign, view) == 12
    back = page_of_pairs(campaign, view, before=pages[2].previous, size=5)
    assert (back.pairs, bool(back.previous), bool(back.next)) == (pages[1].pairs, True, True)
    assert page_of_pairs(campaign, view, before=back.previous, size=5).pairs == pages[0].pairs


def test_pairs_that_lack_what_is_sorted_by_come_last():
    campaign = mixed_scene()
    a, b, c, d, e, f = [pair.number for pair in opened(campaign)]
    assert numbers(campaign, "sort=-level&verdict=opened") == [c, f, b, a, d, e]
    assert numbers(campaign, "sort=level&verdict=opened") == [a, b, f, c, d, e]
    assert numbers(campaign, "sort=-decided&verdict=decided") == [e, c, b, f, a]
    assert numbers(campaign, "sort=query&verdict=opened") == [a, b, c, d, e, f]


@pytest.mark.parametrize("key", ["x", "WzksIDEsIDJd", "WzAsICJ4IiwgMl0", "WzAsIDEsIDFlOTld", "W10"])
def test_a_key_of_no_page_is_refused(key):
    with pytest.raises(BadInput, match="begin with the first one"):
        page_of_pairs(mixed_scene(), PairView(), after=key)


def test_a_key_with_a_time_that_no_database_holds_is_refused():
    campaign = mixed_scene()
    for time in ("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"):
        key = urlsafe_b64encode(f'[0, "{time}", 1]'.encode()).decode()
        with pytest.raises(BadInput, match="begin with the first one"):
            page_of_pairs(campaign, PairView(sort="decided"), after=key)


def test_each_filter_leaves_its_pairs():
    campaign = mixed_scene()
    a, b, c, d, e, f = [pair.number for pair in opened(campaign)]
    unopened = sorted(set(campaign.pairs.values_list("number", flat=True)) - {a, b, c, d, e, f})
    member = annotators(campaign)[0].pseudonym
    Query.objects.filter(query_id=2).update(text="A dog barks at 100% of all cats", split="test", priority=3)
    moment = Moment.objects.get(pairs__number=b)
    Moment.objects.filter(pk=moment.pk).update(caption="Somebody paints a wall")
    moment.video.__class__.objects.filter(pk=moment.video_id).update(name="painting.mp4")
    shown_with = {pair.number for pair in Pair.objects.filter(moment__video=moment.video_id)}
    Pair.objects.filter(number=c).update(similarity=0.123)
    add_example(pair=opened(campaign)[1], relevance=3, note="", actor="lead-1", now=NOW)
    set_gold(pair=Pair.objects.get(number=unopened[0]), relevance=1, now=NOW, actor="lead-1")
    make_query(campaign, pairs=1).pairs.update(study_only=True)
    expected = {
        "": [*sorted([a, b, c, d, e, f, *unopened])],
        "query=2": [*sorted(pair.number for pair in Pair.objects.filter(query__query_id=2))],
        "query=100%": [*sorted(pair.number for pair in Pair.objects.filter(query__query_id=2))],
        "split=test&verdict=opened": [d, e, f],
        "text=PAINTS": [b],
        "video=painting": sorted(shown_with),
        "verdict=agreed": [a, b, c, f],
        "verdict=withdrawn": [e],
        "verdict=undecided": [d],
        "verdict=unopened": unopened,
        "level=0,4": [a, c],
        "round=1": [a, b, c, d, e, f],
        "round=2": [],
        f"person={member}": [a, b, c, f],
        "person=nobody": [],
        "least=0.12&most=0.13": [c],
        "since=2026-01-01&until=2199-01-01": [a, b, c, e, f],
        f"since={NOW.date()}&until={NOW.date()}&level=0": [a],
        "flag=hold": [a],
        "flag=example": [b],
        "flag=gold": [unopened[0]],
        "flag=reopened": [d, e],
        "flag=reopened,priority": [d, e],
        "flag=reported": [],
        "flag=stuck": [d],
        "flag=noclip": [],
    }
    assert {address: numbers(campaign, address) for address in expected} == expected
