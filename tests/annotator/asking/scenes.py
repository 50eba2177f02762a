"""What tests of writing share: a question that is written, sent and finished."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from typing import Any

from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.drafts import create_draft, save_draft
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.models import Ask, Membership, Viewing
from moments.clips.selectors.whole_videos import video_key
from moments.models import Video
from tests.factories import NOW

_keys = itertools.count(1)
SEGMENTS = [[10_000, 20_000]]
LATER = NOW + timedelta(minutes=5)


def begun(author: Membership, *, now: datetime = NOW) -> Viewing:
    """The author's viewing of the video that they got."""
    viewing = begin_writing(member=author, now=now)
    assert viewing is not None
    return viewing


def drafted(author: Membership, *, now: datetime = NOW, **fields: Any) -> Ask:
    """A draft that could be submitted, but for what `fields` say."""
    ask = create_draft(member=author, task=fields.get("task", "ms"), now=now)
    whole = {"text": f"When is {ask.number}?", "segments": SEGMENTS, **fields}
    return save_draft(member=author, number=ask.number, fields=whole, now=now)


def submitted(author: Membership, ask: Ask | None = None, *, now: datetime = LATER, **fields: Any) -> Ask:
    """The question as it stands once it was submitted; a new one if none is given."""
    number = (ask or drafted(author, **fields)).number
    return submit_ask(member=author, number=number, sent=Sent(key=f"ask-{next(_keys)}"), now=now)


def key_of(video: Video) -> str:
    """What programs know the video by."""
    return video_key(video.moments.get(whole=True).pk)
