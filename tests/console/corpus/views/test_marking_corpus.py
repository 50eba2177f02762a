"""The corpus of a marking campaign: videos, proxies and questions, and the road to its opening."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from annotator.asking.files.quota_file import quotas_in
from annotator.asking.services.quotas import set_quotas
from annotator.models import Ask
from moments.models import Clip, ClipState
from tests.console.scenes import sign_in_admin
from tests.factories import NOW
from tests.marking import asked, make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/long/corpus/"


def states(client: Client) -> dict[str, str]:
    return {step.name: step.state for step in client.get(PAGE).context["road"]}


def test_the_road_goes_from_videos_to_opening(client: Client) -> None:
    campaign, _ = marking_campaign(videos=0, opened=False)
    sign_in_admin(client)
    begun = {"Import": "next", "Make proxies": "later", "Ready questions": "optional", "Quotas": "optional"} | {
        **{"Guideline": "optional", "Protocol": "optional", "Exam": "optional", "People": "done"},
    }
    assert states(client) == begun | {"Open": "later"}
    make_whole_video(campaign, "one")
    Clip.objects.update(state=ClipState.PENDING)
    assert states(client) == begun | {"Import": "done", "Make proxies": "next", "Open": "later"}
    Clip.objects.update(state=ClipState.READY)
    rows = quotas_in([{"domain": "", "task": "ms", "wanted": "4"}], name="quota")
    set_quotas(campaign=campaign, rows=rows, now=NOW, actor="test")
    done = {"Import": "done", "Make proxies": "done", "Quotas": "done", "Open": "next"}
    assert states(client) == begun | done


def test_it_counts_what_marking_has(client: Client) -> None:
    campaign, (author, *_) = marking_campaign(videos=2)
    make_whole_video(campaign, "match", domain="sports", duration_s=3480)
    Clip.objects.filter(moment__video__name="match").update(state=ClipState.FAILED)
    asked(author)
    Ask.objects.create(
        campaign=campaign, number=9, video=campaign.videos.first(), task="ms", created_at=NOW, changed_at=NOW
    )
    sign_in_admin(client)
    page = client.get(PAGE)
    found = page.context["marking"]
    assert (found.videos, found.hours, found.domains, found.ready, found.failed) == (3, 1, 1, 2, 1)
    assert (found.questions, found.drafts, found.unclaimed) == (1, 0, 1)
    body = page.content.decode()
    shown = re.sub("<[^>]*>", " ", body[body.index("<main") : body.index("</main")]).lower()
    assert [word for word in ("pair", "score", "caption", "rank", "queries") if f" {word}" in shown] == []


def test_it_leads_to_imports_of_whole_videos(client: Client) -> None:
    marking_campaign()
    sign_in_admin(client)
    assert 'href="/c/long/corpus/imports/"' in client.get(PAGE).content.decode()
