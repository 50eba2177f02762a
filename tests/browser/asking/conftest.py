"""An author with a video whose files are stored, and the desk on which they write about it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from annotator.models import Membership
from consensus.opening.services import open_campaign
from tests.browser.marking.stub import Stub, numbered_video
from tests.browser.marking.test_marking_served import store_files
from tests.factories import make_member
from tests.marking import make_whole_video, marking_campaign


@pytest.fixture
def film() -> Stub:
    return Stub(numbered_video())


@pytest.fixture
def author(film: Stub) -> Membership:
    """Somebody who may write about one video."""
    campaign, (member, *_) = marking_campaign(people=1, videos=0, opened=False)
    moment = make_whole_video(campaign, "secret-name", duration_s=film.frames()["duration_ms"] / 1000)
    store_files(moment.clips.get(rendition="proxy"), film)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=timezone.now(), actor="test")
    make_member(campaign)
    return member
