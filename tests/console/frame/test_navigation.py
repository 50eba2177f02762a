"""The links on top of leads' pages: what is declared opens, is marked, and is in one place."""

import re
from collections import Counter

import pytest
from django.urls import reverse

from annotator.people.services.rights import grant_pay
from console.frame.navigation import GRADE, GROUPS, MARK, TWIN, groups_shown, place_of
from moments.marking_protocol import MarkingProtocol
from moments.twin_protocol import TwinProtocol
from tests.factories import NOW, make_admin, make_campaign, make_lead, make_member

MARKED = re.compile(r'<a href="([^"]*)" aria-current="(true|page)">([^<]*)')
NAVS = re.compile(r'<nav class="lead-nav[^"]*" aria-label="([^"]*)">')


def marked(page: str) -> list[tuple[str, str]]:
    return [(how, words.strip()) for _, how, words in MARKED.findall(page.partition('<main id="content"')[0])]


@pytest.mark.parametrize("kind", [GRADE, MARK, TWIN])
@pytest.mark.django_db
def test_each_page_in_a_row_opens_for_whoever_sees_it_and_is_marked_there(client, kind):
    protocols = {MARK: {"marking": MarkingProtocol()}, TWIN: {"twin": TwinProtocol()}}
    campaign = make_campaign("camp", **protocols.get(kind, {}))
    seen = {}
    for is_admin, user in ((False, make_lead(campaign).user), (True, make_admin())):
        client.force_login(user)
        for group in groups_shown(kind, settles_pay=is_admin):
            for page in group.pages:
                if page.route in seen:
                    continue
                answer = client.get(reverse(page.route, args=["camp"]))
                assert answer.status_code == 200, page.route
                seen[page.route] = marked(answer.content.decode())
                assert seen[page.route][:2] == [("true", group.title), ("page", page.title)], page.route
    declared = [page.route for group in GROUPS for page in group.pages if kind in page.kinds]
    assert sorted(seen) == sorted(declared)


@pytest.mark.parametrize("kind", [GRADE, MARK, TWIN])
def test_no_route_lies_in_two_places_of_a_kind(kind):
    groups = tuple(groups_shown(kind, settles_pay=True))
    names = Counter(name for group in groups for page in group.pages for name in (page.route, *page.beneath))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(
    ("route", "place"),
    [
        ("why-pair", ("Work", "Queries")),
        ("query-edit", ("Work", "Queries")),
        ("person-void", ("People", "Members")),
        ("corpus-import-confirm", ("Corpus", "Imports")),
        ("corpus-setup", ("Corpus", "Overview")),
        ("corpus-trial-order", ("Campaign", "Copy and try")),
        ("exam-report", ("Quality", "Exam")),
        ("compare-query", ("Results", "Runs")),
        ("day", None),
        ("questions", None),
    ],
)
def test_a_page_without_a_row_of_its_own_lies_beneath_one_that_has(route, place):
    found = place_of(route, tuple(groups_shown(GRADE, settles_pay=True)))
    assert (found and (found[0].title, found[1].title)) == place


@pytest.mark.django_db
def test_a_lead_sees_pay_only_with_the_right_and_an_annotator_none_at_all(client):
    campaign = make_campaign("camp")
    lead = make_lead(campaign)
    client.force_login(lead.user)
    page = client.get("/c/camp/people/").content.decode()
    assert NAVS.findall(page) == ["Groups of pages", "People"]
    assert "/c/camp/pay/" not in page
    assert "Continue set-up" in client.get("/c/camp/corpus/clips/").content.decode()
    grant_pay(member=lead, now=NOW, actor="admin")
    assert "/c/camp/pay/" in client.get("/c/camp/people/").content.decode()
    assert marked(client.get("/c/camp/pay/").content.decode())[:2] == [("true", "People"), ("page", "Pay")]
    client.force_login(make_admin())
    assert "/c/camp/pay/" in client.get("/c/camp/people/").content.decode()
    assert "Continue set-up" in client.get("/c/camp/corpus/clips/").content.decode()
    assert "Continue set-up" not in client.get("/c/camp/corpus/").content.decode()
    client.force_login(make_member(campaign).user)
    assert NAVS.findall(client.get("/c/camp/day/").content.decode()) == []
