"""My day where segments are marked: the person's own work, and agreement in blocks of twenty (I6)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from consensus.agreement.selectors.own_marked import OwnMarkedAgreement, own_marked_agreement
from consensus.models import Verdict
from tests.built_once import built_once
from tests.console.scenes import sign_in_admin
from tests.factories import claim, settle
from tests.marking import asked, finished, mark, marking_campaign

pytestmark = pytest.mark.django_db
DAY = "/c/long/day/"


def words(client: Client, address: str = DAY) -> str:
    body = client.get(address).content.decode()
    return " ".join(re.sub("<[^>]*>", " ", body[body.index("<main") : body.index("</main")]).split())


@built_once
def marked(questions: int, *, edges: int = 1000):
    """That many settled questions, whose marker is off by so many milliseconds on the first and exact on the rest."""
    campaign, (author, marker, _) = marking_campaign()
    for _ in range(questions):
        asked(author)
    finished(author)
    for place, seat in enumerate(sorted(claim(marker, questions), key=lambda seat: seat.pair_id)):
        mark(marker, seat, [[10_000 + edges * (place == 0), 20_000]])
    settle(campaign)
    return campaign, author, marker


def test_it_speaks_of_answers_and_watching(client: Client) -> None:
    _, author, marker = marked(2)
    client.force_login(author.user)
    shown = words(client)
    assert "Questions written, marked, judged 2, 0, 0" in shown
    assert "Watching a video, writing questions and marking all count." in shown
    assert not [word for word in ("label", "pair", "score", "Pace") if f" {word}" in shown]
    client.force_login(marker.user)
    assert "Questions written, marked, judged 0, 2, 0" in words(client)


def test_agreement_comes_in_blocks_of_twenty_and_stands_between_them(client: Client) -> None:
    campaign, author, marker = marked(19)
    client.force_login(marker.user)
    assert own_marked_agreement(marker) is None
    before = words(client)
    assert "The first figure appears once twenty" in before
    Verdict.objects.update(superseded=True)
    assert words(client) == before


def test_the_first_block_tells_how_far_they_agree(client: Client) -> None:
    _, author, marker = marked(21)
    assert own_marked_agreement(marker) == OwnMarkedAgreement(questions=20, equal=20, truths=20, found=20)
    assert own_marked_agreement(author) == OwnMarkedAgreement(questions=20, equal=20, truths=20, found=20)
    client.force_login(marker.user)
    assert "Your segments agree with the result on 100% of your first 20 settled questions" in words(client)


def test_pay_speaks_of_answers(client: Client) -> None:
    marked(2)
    sign_in_admin(client)
    shown = words(client, "/c/long/pay/")
    assert "Watching, writing and marking count" in shown
    assert "Answers" in shown
    assert "Labels" not in shown
