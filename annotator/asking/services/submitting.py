"""Submits questions: from a draft to a pair with its author's scored seat, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.asking.entries import read_answer_segments, read_key
from annotator.asking.selectors.asks import require_writing
from annotator.asking.selectors.submissions import submitted_under
from annotator.asking.selectors.videos import proxies, whole_moment
from annotator.asking.services.drafts import check_condition, editable_ask, protocol_of
from annotator.asking.services.rewriting import restart_question
from annotator.asking.services.working import note_work
from annotator.marking.answers import Answer
from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, AskTask, Membership, Score, Seat, Viewing
from annotator.people.leases import changeable_until
from annotator.scoring.services.answers import store_answer
from annotator.seats.services.authoring import add_marker_seat, seat_author
from annotator.worktime.clock import reported_work
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.models import Moment, Pair, Query, Split


@dataclass(frozen=True, slots=True)
class Sent:
    """What the program says of a submission: its own key, how long ago it was, how long the question was in view."""

    key: str
    ago_ms: int = 0
    shown_ms: int | None = None


@transaction.atomic
def submit_ask(*, member: Membership, number: int, sent: Sent, now: datetime) -> Ask:
    """Submit a draft, or the next version of a returned question; a key that is known changes nothing.

    A draft becomes a query, its pair with the whole video and the author's scored seat; others get their seats when
    the author has finished the video. A returned question starts its pair's next attempt, with an open seat for
    another marker. Raises UnknownAsk for a question that is not the author's, and BadInput naming what is missing.
    """
    require_writing(member.campaign)
    read_key(sent.key)
    hold_campaign(member.campaign)  # the numbers of queries and pairs follow each other
    note_work(member=member, now=now)
    known = submitted_under(member, number, sent.key)
    if known is not None:
        return known
    ask = editable_ask(member, number)
    segments = _checked(ask)
    if ask.state == AskState.RETURNED:
        seat, since = _again(ask, member, now)
    else:
        seat, since = _first(ask, member)
    _score(seat, member, segments, sent, since=since, now=now)
    ask.state, ask.changed_at = AskState.SUBMITTED, now
    ask.save(update_fields=["state", "text", "version", "pair", "reason", "changed_at"])
    return ask


def _checked(ask: Ask) -> tuple[Segment, ...]:
    """The segments of a question that can be submitted; raises BadInput naming what is missing or wrong."""
    ask.text = " ".join(ask.text.split())
    if not ask.text:
        raise BadInput("is empty", field="text")
    if not ask.segments:
        raise BadInput("mark at least one segment that answers the question", field="segments")
    duration_ms = whole_moment(ask.video_id).end_ms
    segments = read_answer_segments(ask.segments, duration_ms=duration_ms, protocol=protocol_of(ask))
    if ask.task == AskTask.IMS and ask.condition_video_id is None:
        raise BadInput("a question of task ims needs a picture", field="condition")
    check_condition(ask)
    if ask.condition_video_id is not None and ask.condition_video_id not in proxies([ask.condition_video_id]):
        raise BadInput("the video of the picture is no longer available", field="condition")
    return tuple(Segment(start, end) for start, end in segments)


def _first(ask: Ask, author: Membership) -> tuple[Seat, datetime]:
    """The question's query, pair and author's seat; and from when on the author had the video."""
    viewing = Viewing.objects.filter(share__batch=ask.batch_id, share__annotator=author, ended_at=None)
    current = viewing.select_related("share").first()
    if current is None:
        raise BadInput("you have finished this video; begin again to go on with its drafts", field="video")
    ask.pair = _new_pair(ask, whole_moment(ask.video_id))
    seat = seat_author(pair=ask.pair, author=author, share=current.share, since=current.began_at)
    return seat, current.began_at


def _new_pair(ask: Ask, whole: Moment) -> Pair:
    campaign = ask.campaign
    query = Query.objects.create(campaign=campaign, query_id=ask.number, split=Split.TEST, text=ask.text)
    return Pair.objects.create(
        campaign=campaign, query=query, moment=whole, number=ask.number, rank=1, similarity=0, batch=ask.batch
    )


def _again(ask: Ask, author: Membership, now: datetime) -> tuple[Seat, datetime]:
    """The seat of the author at the next attempt, beside an open one; and when the question came back."""
    since = ask.changed_at
    pair = restart_question(ask=ask, author=author, now=now)
    seat = seat_author(pair=pair, author=author, share=None, since=min(since, now))
    add_marker_seat(pair=pair)
    return seat, since


def _score(
    seat: Seat, author: Membership, segments: tuple[Segment, ...], sent: Sent, *, since: datetime, now: datetime
) -> None:
    """The author's marking, which is final after the grace period as every score (R12)."""
    assert seat.pair.batch is not None
    worked = reported_work(now=now, since=since, ago_ms=sent.ago_ms, shown_ms=sent.shown_ms)
    score = Score(
        seat=seat,
        annotator=author,
        key=sent.key,
        saved_at=now,
        worked_at=worked.at,
        changeable_until=changeable_until(now, grace_s=seat.pair.batch.protocol.grace_s),
        shown_ms=worked.shown_ms,
    )
    score.save(force_insert=True)
    store_answer(score.pk, Answer(segments))
