"""Makes marking campaigns, for tests: whole videos, questions with their author's marking, people who mark them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from annotator.exam.selectors.numbers import next_number
from annotator.marking.answers import Answer
from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, Membership, Score, Seat, SeatState, Share, Viewing
from annotator.people.leases import changeable_until
from annotator.scoring.services.answers import store_answer
from annotator.scoring.services.scoring import submit_scores
from annotator.scoring.submitted import Submitted
from consensus.opening.services import open_campaign
from moments.campaign.selectors import newest_protocol
from moments.marking_protocol import MarkingProtocol
from moments.models import Batch, Campaign, Clip, ClipPart, ClipPartKind, ClipState, Moment, Pair, Query, Video
from tests.built_once import built_once
from tests.factories import NOW, claim, make_campaign, make_member, settle

Stretches = Sequence[tuple[int, int]]


def marking_campaign(
    slug: str = "long", *, people: int = 3, videos: int = 1, opened: bool = True, **marking: Any
) -> tuple[Campaign, list[Membership]]:
    """A marking campaign, with qualified people and videos of a minute whose proxies are ready (without bytes).

    Truths have outer edges unless `marking` says otherwise, so that tests see whose edge is whose.
    """
    campaign = _marking(slug, people, videos, opened, **marking)
    members = list(campaign.members.select_related("user").order_by("pk"))
    for member in members:
        member.campaign = campaign
    return campaign, members


@built_once
def _marking(slug: str, people: int, videos: int, opened: bool, **marking: Any) -> Campaign:
    campaign = make_campaign(slug, marking=MarkingProtocol(**{"extent": "outer", **marking}))
    for number in range(1, videos + 1):
        make_whole_video(campaign, f"video-{number}")
    for _ in range(people):
        make_member(campaign)
    if opened:
        open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    return campaign


def make_whole_video(campaign: Campaign, name: str, *, duration_s: float = 60.0, domain: str = "") -> Moment:
    """A video, its whole moment and its ready proxy with its parts (their bytes are not stored)."""
    video = Video.objects.create(campaign=campaign, name=name, duration_s=duration_s, domain=domain)
    moment = Moment.objects.create(
        campaign=campaign,
        video=video,
        desc_id=campaign.moments.count() + 1,
        start_s=0,
        end_s=duration_s,
        description="",
        caption="",
        kind="v",
        whole=True,
    )
    frames = round(duration_s * 25)
    proxy = Clip.objects.create(
        moment=moment,
        rendition="proxy",
        state=ClipState.READY,
        width=64,
        height=36,
        frames=frames,
        seconds=duration_s,
        size=100,
    )
    ClipPart.objects.bulk_create(
        ClipPart(clip=proxy, kind=kind, position=1, size=10, sha256="0" * 64) for kind in ClipPartKind.values
    )
    return moment


@transaction.atomic
def asked(
    author: Membership,
    segments: Stretches = ((10_000, 20_000),),
    *,
    video: Video | None = None,
    text: str = "",
    now: datetime = NOW,
    **condition: Any,
) -> Ask:
    """A question that its author has submitted, in the batch that they write on the video (its first if none named)."""
    campaign = author.campaign
    video = video or campaign.videos.order_by("pk")[0]
    batch = _batch_of(author, video, now)
    number = next_number(campaign)
    query = Query.objects.create(
        campaign=campaign,
        query_id=number,
        split="test",
        text=text or f"When does {number} happen?",
    )
    moment = video.moments.get(whole=True)
    pair = Pair.objects.create(
        campaign=campaign,
        query=query,
        moment=moment,
        number=number,
        rank=1,
        similarity=0,
        batch=batch,
    )
    ask = Ask.objects.create(
        campaign=campaign,
        number=number,
        video=video,
        task="ims" if condition else "ms",
        text=query.text,
        author=author,
        batch=batch,
        pair=pair,
        state=AskState.SUBMITTED,
        segments=[list(one) for one in segments],
        created_at=now,
        changed_at=now,
        **condition,
    )
    seat = Seat.objects.create(
        campaign=campaign,
        pair=pair,
        share=batch.shares.get(number=1),
        round=1,
        number=1,
        state=SeatState.SCORED,
        annotator=author,
        reserved_at=now,
        held_at=now,
    )
    score = Score.objects.create(
        seat=seat,
        annotator=author,
        key=f"asked-{number}",
        saved_at=now,
        worked_at=now,
        changeable_until=changeable_until(now, grace_s=batch.protocol.grace_s),
    )
    store_answer(score.pk, Answer(tuple(Segment(*one) for one in segments)))
    return ask


def finished(author: Membership, *, now: datetime = NOW) -> None:
    """The author's videos are finished: others can mark their questions."""
    for viewing in Viewing.objects.filter(share__annotator=author, ended_at=None):
        batch = viewing.share.batch
        second = Share.objects.create(campaign=batch.campaign, batch=batch, number=2)
        Seat.objects.bulk_create(
            Seat(campaign=batch.campaign, pair=pair, share=second, round=1, number=2) for pair in batch.pairs.all()
        )
        Viewing.objects.filter(pk=viewing.pk).update(ended_at=now)


def mark(
    member: Membership, seat: Seat, segments: object = ((10_000, 20_000),), *, now: datetime = NOW, **fields: Any
) -> Submitted:
    """What became of one submitted marking; the marker is content with the question unless `fields` say otherwise."""
    return send(member, seat, now=now, segments=segments, **{"specific": True, "complete": True, **fields})


def send(member: Membership, seat: Seat, *, now: datetime = NOW, **fields: Any) -> Submitted:
    """What became of one entry with those fields as JSON gives them."""
    entry = {"seat": str(seat.public_id), "key": f"mark-{seat.pk}", "shown_ms": 1000, **fields}
    (result,) = submit_scores(member=member, entries=[_as_json(entry)], now=now)
    return result


def _batch_of(author: Membership, video: Video, now: datetime) -> Batch:
    share = Share.objects.filter(annotator=author, batch__video=video, viewing__ended_at=None).first()
    if share is not None:
        return share.batch
    number = video.batches.count() + 1
    batch = Batch.objects.create(
        campaign=author.campaign,
        video=video,
        number=number,
        protocol=newest_protocol(author.campaign),
        opened_at=now,
    )
    share = Share.objects.create(campaign=author.campaign, batch=batch, number=1, annotator=author)
    Viewing.objects.create(share=share, began_at=now)
    return batch


def _as_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_json(item) for key, item in value.items()}
    return [_as_json(item) for item in value] if isinstance(value, list | tuple) else value


def disputed(
    campaign: Campaign,
    people: Sequence[Membership],
    segments: Stretches = ((10_000, 20_000),),
    marked: Stretches = ((14_000, 26_000),),
    *,
    word: str = "undecided",
    **fields: Any,
) -> Ask:
    """A question that waits for the lead: its author, marker and third annotator do not agree, each by their own word.

    `fields` are those of `asked`. The author's video is finished and swept twice, so other open questions go on too.
    """
    author, marker, third = people
    ask = asked(author, segments, **fields)
    finished(author)
    mark(marker, _seat_of(marker, ask), [list(one) for one in marked])
    settle(campaign)
    later = NOW + timedelta(minutes=2)
    pieces = list(ask.pair.asked_pieces.order_by("start_ms"))
    answers = [{"span": [piece.start_ms, piece.end_ms], "word": word} for piece in pieces]
    send(third, _seat_of(third, ask, now=later), pieces=answers, now=later)
    settle(campaign, now=later)
    return Ask.objects.get(pk=ask.pk)


def _seat_of(member: Membership, ask: Ask, *, now: datetime = NOW) -> Seat:
    return next(seat for seat in claim(member, 20, now=now) if seat.pair_id == ask.pair_id)
