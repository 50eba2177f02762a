"""The REST API of reviewed rewrites: the newest sample, what waits in it, and what leads say of it."""

from __future__ import annotations

import pytest
from django.test import Client

from consensus.models import CaptionRewrite
from consensus.twin_rewrites.selectors.reviewing import newest_sample
from consensus.twin_rewrites.services.reviewing import draw_sample
from console.rewriting.api import reviewing
from moments.models import Campaign, LedgerEntry
from tests.consensus.twin_rewrites.scenes import place, placed_campaign, rewording, rewritten
from tests.factories import NOW, make_lead
from tests.llm_stub import LlmStub

pytestmark = pytest.mark.django_db
HERE = "/api/v1/campaigns/arrow/rewrites/"


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def campaign(served, settings) -> Campaign:
    campaign = placed_campaign()
    rewording(settings, served)
    rewritten(campaign)
    return campaign


@pytest.fixture
def client(campaign) -> Client:
    client = Client()
    client.force_login(make_lead(campaign).user)
    return client


def post(client: Client, rewrite: int, what: str, **body: object):
    return client.post(f"{HERE}{rewrite}/{what}/", body, content_type="application/json")


def test_a_sample_is_read_reviewed_and_undone(client, campaign):
    assert client.get(f"{HERE}sample/").status_code == 404
    draw_sample(campaign=campaign, seed=1, size=4, actor="L9", now=NOW)
    body = client.get(f"{HERE}sample/").json()
    assert (body["number"], body["size"], body["left"], body["next"]) == (1, 4, 4, None)
    assert body["wrong_share"]["value"] is None
    first, second = body["waiting"][:2]
    row = CaptionRewrite.objects.select_related("caption", "pair__moment").get(pk=first["rewrite"])
    texts = {"forward": row.caption.forward_text, "backward": row.caption.backward_text}
    assert (first["caption"], first["place"]) == (texts[first["direction"]], 1)
    assert first["twin"] in set(texts.values()) - {first["caption"]}
    answer = post(client, first["rewrite"], "review", verdict="wrong")
    assert (answer.status_code, answer.json()["verdict"], answer.json()["stands"]) == (200, "wrong", False)
    assert post(client, second["rewrite"], "review", verdict="right").json()["stands"] is True
    body = client.get(f"{HERE}sample/").json()
    assert (body["reviewed"], body["wrong"], body["left"], body["wrong_share"]["value"]) == (2, 1, 2, 0.5)
    answer = post(client, first["rewrite"], "undo")
    assert (answer.status_code, answer.json()["verdict"], answer.json()["stands"]) == (200, None, True)
    assert client.get(f"{HERE}sample/").json()["waiting"][0] == first
    assert LedgerEntry.objects.filter(campaign=campaign, kind="twin_rewrite_reviewed").count() == 3


def test_pages_of_a_sample_follow_each_other(client, campaign, monkeypatch):
    draw_sample(campaign=campaign, seed=1, size=5, actor="L9", now=NOW)
    monkeypatch.setattr(reviewing, "PAGE", 2)
    pages, after = [], ""
    while True:
        body = client.get(f"{HERE}sample/{after}").json()
        pages.append([row["place"] for row in body["waiting"]])
        if body["next"] is None:
            break
        after = f"?after={body['next']}"
    assert pages == [[1, 2], [3, 4], [5]]
    for wrong in ("x", "-1", "9" * 30, "²"):
        assert client.get(f"{HERE}sample/?after={wrong}").status_code == 400


@pytest.mark.parametrize("body", [{}, {"verdict": ""}, {"verdict": "fine"}, {"verdict": None}, {"verdict": ["right"]}])
def test_another_verdict_is_refused(client, campaign, body):
    draw_sample(campaign=campaign, seed=1, size=4, actor="L9", now=NOW)
    rewrite = newest_sample(campaign).sampled.get(place=1).rewrite_id
    answer = post(client, rewrite, "review", **body)
    assert (answer.status_code, list(answer.json())) == (400, ["verdict"])
    assert not CaptionRewrite.objects.exclude(verdict="").exists()


def test_what_is_not_in_the_sample_not_reviewed_or_fallen_is_refused(client, campaign):
    draw_sample(campaign=campaign, seed=1, size=4, actor="L9", now=NOW)
    drawn = list(newest_sample(campaign).sampled.values_list("rewrite", flat=True))
    other = CaptionRewrite.objects.filter(stands=True).exclude(pk__in=drawn).first()
    answer = post(client, other.pk, "review", verdict="right")
    assert (answer.status_code, answer.json()) == (400, {"detail": [f"rewrite {other.pk} is not in the newest sample"]})
    assert post(client, drawn[0], "undo").json() == {"detail": ["nobody has reviewed this rewrite"]}
    for unknown in (10**9, 2**70):
        assert post(client, unknown, "review", verdict="right").status_code == 404
    for seed in range(2, 30):  # until the videos of the sample have left training
        place(campaign, 2, 2, seed=seed)
        fallen = CaptionRewrite.objects.filter(pk__in=drawn, stands=False).first()
        if fallen:
            break
    late = post(client, fallen.pk, "review", verdict="right")
    assert (late.status_code, "no longer reviewed" in late.json()["detail"]) == (409, True)
