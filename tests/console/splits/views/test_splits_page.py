"""The splits of twins by page and by API: how they stand, a preview that keeps nothing, and the drawing."""

from __future__ import annotations

import pytest
from django.test import Client

from annotator.people.services.people import issue_token
from consensus.models import VideoSplit
from consensus.twin_splits.selectors import counted_splits
from tests.consensus.twin_splits.scenes import described
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, make_lead
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/arrow/splits/"
WANTED = {"val": "2", "test": "4", "seed": "3", "tolerance": "1"}


def draw(client: Client, **changed: str):
    seen = client.get(PAGE).context["found"].mark
    return client.post(PAGE, WANTED | {"seen": seen} | changed)


def test_a_preview_shows_what_would_be_drawn_and_keeps_nothing(client: Client) -> None:
    campaign, _, _ = described(twins=5, singles=1)
    sign_in_lead(client, campaign)
    empty = client.get(PAGE)
    found = empty.context["found"]
    assert (found.twins, found.singles, found.sources, found.last) == (4, 1, 5, None)
    assert "Nothing has been drawn yet" in empty.content.decode()
    page = client.get(PAGE, WANTED)
    assert page.context["drawn_counts"] == [("training", 3), ("validation", 2), ("test", 4)]
    assert "Draw these splits" in page.content.decode()
    assert not VideoSplit.objects.exists()


def test_a_lead_draws_and_replaces_what_is_drawn_only_if_they_say_so(client: Client) -> None:
    campaign, _, _ = described(twins=4)
    lead = make_lead(campaign)
    client.force_login(lead.user)
    assert draw(client).url == PAGE
    assert counted_splits(campaign) == {"train": 2, "val": 2, "test": 4}
    page = client.get(PAGE)
    last = page.context["found"].last
    assert (last.sizes.val, last.sizes.test, last.seed, last.actor) == (2, 4, 3, lead.pseudonym)
    assert "every constraint is met" in page.content.decode()
    again = draw(client, test="2")
    assert (again.status_code, counted_splits(campaign)["test"]) == (400, 4)
    assert "Replace the existing splits: splits have already been drawn" in again.content.decode()
    assert draw(client, test="2", replace="on").status_code == 302
    assert counted_splits(campaign) == {"train": 4, "val": 2, "test": 2}


def test_what_the_check_finds_is_shown(client: Client) -> None:
    campaign, _, _ = described(twins=4, alike=2)
    sign_in_lead(client, campaign)
    assert "appears more than once" in client.get(PAGE, WANTED).content.decode()
    draw(client)
    VideoSplit.objects.update(split="test")
    page = client.get(PAGE)
    assert [breach.constraint for breach in page.context["found"].breaches] == ["no caption twice outside training"]
    body = page.content.decode()
    assert ("No caption twice outside training" in body, "have the same caption" in body) == (True, True)
    assert "Splits that break a constraint cannot be exported" in body


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("val", "3", "Clips in validation: expected an even number of clips, because twins are two, got 3"),
        ("val", "", "Clips in validation: expected a whole number"),
        ("test", "1\x00", "Clips in test: expected a whole number"),
        ("test", "100", "sizes wanted"),
        ("seed", "x", "Seed: expected a whole number"),
        ("tolerance", "nan", "A size may be missed by, %: expected 0 to 20"),
        ("tolerance", "30", "A size may be missed by, %: expected 0 to 20"),
        ("seen", "another", "captions were accepted or changed since you opened the page"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_drawn(client: Client, field: str, value: str, problem: str) -> None:
    campaign, _, _ = described(twins=4)
    sign_in_lead(client, campaign)
    answer = draw(client, **{field: value})
    assert (answer.status_code, VideoSplit.objects.exists()) == (400, False)
    if problem != "sizes wanted":
        assert problem.lower() in answer.content.decode().lower()
    if field != "seen":
        assert client.get(PAGE, WANTED | {field: value}).status_code == 400


def test_without_captions_there_is_nothing_to_draw(client: Client) -> None:
    twin_campaign()
    sign_in_admin(client)
    assert "there is nothing to draw" in client.get(PAGE, WANTED).content.decode()
    assert draw(client).status_code == 400


def test_a_program_draws_too(client: Client) -> None:
    campaign, _, _ = described(twins=4)
    headers = {"Authorization": f"Token {issue_token(user=make_lead(campaign).user, now=NOW)}"}
    step = "/api/v1/campaigns/arrow/steps/splits/"

    def sent(**body: object):
        return client.post(step, body, content_type="application/json", headers=headers)

    assert client.get(step, headers=headers).json()["now"] == {
        "twins": 4,
        "singles": 0,
        "sources": 4,
        "clips": {"": 8},
        "breaches": [],
    }
    made = sent(val=2, test=4).json()["made"]
    assert made == {"train": 2, "val": 2, "test": 4, "kept_for_singles": 0, "kept_for_captions": 0}
    assert sent(val=2, test=2).json()["detail"].startswith("replace: splits have already been drawn")
    assert sent(val=2, test=2, replace=True).status_code == 201
    assert (sent(val=3, test=2, replace=True).status_code, sent(test=2).status_code) == (400, 400)
    assert client.get(step, headers=headers).json()["now"]["clips"] == {"train": 4, "val": 2, "test": 2}


def test_outsiders_are_refused_and_other_kinds_have_none(client: Client) -> None:
    campaign, _ = twin_campaign()
    assert refusals(client, campaign, PAGE) == REFUSED
    sign_in_lead(client, make_campaign("camp"))
    assert client.get("/c/camp/splits/").status_code == 404
