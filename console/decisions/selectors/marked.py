"""The queues where segments are marked: questions on hold or without people, failed videos, gold."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from annotator.checks.selectors import pairs_for_gold
from annotator.exam.selectors.references import known_answers
from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from consensus.stuck.selectors.grading import pairs_for_nobody
from consensus.stuck.selectors.marking import failed_videos
from console.decisions.choices import Choice
from console.decisions.marked_queues import (
    FAILED_VIDEOS,
    GOLD_QUESTIONS,
    REPORTED_QUESTIONS,
    STUCK_QUESTIONS,
    UNCLEAR,
    UNCLEAR_REASONS,
    VIDEO_REASONS,
    WITHDRAWAL_REASONS,
)
from console.decisions.selectors.disputed import DISPUTED_QUERIES
from console.decisions.selectors.exits import exits_lately
from console.decisions.selectors.items import Card, Done, Queue
from console.decisions.selectors.reported import REPORTED_PAIRS
from console.decisions.selectors.truths import GOLD_TRUTHS
from moments.clips.selectors.cutting import last_order
from moments.models import Campaign, Moment, Pair, Video, WithdrawnMoment

SHOWN_LATELY = 8
EVERYWHERE = "everywhere-"
BACK = Choice("b", "back", "Put back", "markers get the question again, and its reports are closed", "put back")
WITHDRAW = Choice(
    "w",
    "withdraw",
    "Withdraw",
    "the question is rejected and gets no label. Then press the letter of a reason",
    "withdrawn",
    asks_reason=True,
    grave=True,
)
AGAIN = Choice(
    "t",
    "again",
    "Cut again",
    "a worker makes the proxy once more. If the file is broken, replace it first",
    "being cut again",
)
VIDEO = Choice(
    "v", "video", "Withdraw everywhere", "nobody will ever be asked about the video", "withdrawn", True, True
)
GOLD = Choice("m", "gold", "Make it gold", "it is mixed into people's queues from now on", "gold")


def _held(campaign: Campaign) -> tuple[Choice, ...]:
    return (BACK, WITHDRAW)


def _for_nobody(lead: Lead) -> QuerySet[Pair]:
    found = pairs_for_nobody(lead.campaign).values_list("pk", flat=True)
    pairs = lead.campaign.pairs.filter(pk__in=list(found), parked=False)
    return pairs.select_related("query", "moment__video").order_by("number")


def _stuck_cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips = playable_clips(pair.moment_id for pair in pairs)
    return [
        Card(item=pair.number, what=f"Question {pair.number}", pair=pair, clip=clips.get(pair.moment_id))
        for pair in pairs
    ]


def _stuck(campaign: Campaign) -> tuple[Choice, ...]:
    return (WITHDRAW,)


def _failed(lead: Lead) -> QuerySet[Video]:
    return failed_videos(lead.campaign).order_by("pk")


def _video_cards(lead: Lead, videos: Sequence[Video]) -> list[Card]:
    wholes = {moment.video_id: moment for moment in Moment.objects.filter(video__in=videos, whole=True)}
    clips = playable_clips(moment.pk for moment in wholes.values())
    order = last_order(lead.campaign)
    return [
        Card(
            item=video.pk,
            what=video.name,
            heading=video.name,
            pair=None,
            clip=clips[wholes[video.pk].pk],
            about={"failure": clips[wholes[video.pk].pk].failure, "video": video, "source": order and order.source},
        )
        for video in videos
    ]


def _videos_lately(lead: Lead, item: int | None) -> list[Done]:
    """The videos that were withdrawn everywhere, the newest first."""
    rows = WithdrawnMoment.objects.filter(moment__campaign=lead.campaign, moment__whole=True)
    rows = rows.filter(moment__video=item) if item is not None else rows
    return [
        Done(
            item=row.moment.video_id,
            what=row.moment.video.name,
            pair=None,
            outcome="withdrawn everywhere",
            actor=row.actor,
            at=row.withdrawn_at,
            reason=row.reason,
            seen=f"{EVERYWHERE}{row.pk}",
            undo="Use again",
        )
        for row in rows.select_related("moment__video").order_by("-pk")[:SHOWN_LATELY]
    ]


def _video_choices(campaign: Campaign) -> tuple[Choice, ...]:
    return (AGAIN, VIDEO)


def _known(lead: Lead) -> QuerySet[Pair]:
    return pairs_for_gold(lead.campaign, asked="").order_by("number")


def _gold_cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips = playable_clips(pair.moment_id for pair in pairs)
    answers = known_answers(pair.pk for pair in pairs)
    return [
        Card(
            item=pair.number,
            what=f"Question {pair.number}",
            pair=pair,
            clip=clips.get(pair.moment_id),
            about={"answer": answers[pair.pk].segments},
        )
        for pair in pairs
    ]


def _gold(campaign: Campaign) -> tuple[Choice, ...]:
    return (GOLD,)


MARKED_QUEUES = (
    Queue(
        "reported",
        REPORTED_QUESTIONS,
        REPORTED_PAIRS.found,
        REPORTED_PAIRS.cards,
        exits_lately,
        _held,
        WITHDRAWAL_REASONS,
    ),
    Queue(
        "queries",
        UNCLEAR,
        DISPUTED_QUERIES.found,
        DISPUTED_QUERIES.cards,
        exits_lately,
        _held,
        UNCLEAR_REASONS,
        place="query_id",
    ),
    Queue("stuck", STUCK_QUESTIONS, _for_nobody, _stuck_cards, exits_lately, _stuck, WITHDRAWAL_REASONS),
    Queue("videos", FAILED_VIDEOS, _failed, _video_cards, _videos_lately, _video_choices, VIDEO_REASONS, place="pk"),
    Queue("gold", GOLD_QUESTIONS, _known, _gold_cards, GOLD_TRUTHS.lately, _gold),
)
