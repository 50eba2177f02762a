"""A label as it is made nearly always, in one statement: a score stored and the next seats delivered.

PostgreSQL alone. The statement stores nothing unless all is as it mostly is: one new score of a waiting seat, by
somebody qualified. Everything else takes the general road (`annotator/desk/services/working.py`), which stays the
one that says what the rules are; both answer the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from inspect import signature
from typing import Any
from uuid import UUID

from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.db.models import Count, F, Q, QuerySet, Value, Window
from django.db.models.expressions import RawSQL
from django.db.models.functions import RowNumber

from annotator.models import Membership, Seat, SeatState, Standing
from annotator.people.selectors.memberships import members_by_token
from annotator.scoring.entries import Refused, ScoreEntry, read_entry
from annotator.scoring.services.scoring import Submitted
from annotator.seats.selectors.queue import queued_seats
from annotator.seats.services.leasing import MOST_CLAIMED, counted_lately, mark_shown, open_left, renew_lease
from moments.database.prepared_steps import PreparedSql
from moments.models import CampaignStatus, Clip

logger = logging.getLogger("reelevance.labels")
USUAL_COUNT = 10
_BESIDE = """SELECT near.grace_s FROM annotator_seat beside JOIN moments_pair its ON its.id = beside.pair_id
    JOIN moments_batch one ON one.id = its.batch_id JOIN moments_protocolversion near ON near.id = one.protocol_id
    WHERE beside.annotator_id = seat.annotator_id AND beside.purpose = 'campaign' AND beside.position > 0"""
_WAITING = "NOT IN ('open', 'scored', 'settled', 'released')"
_RESERVED = "NOT IN ('open', 'held', 'scored', 'settled', 'released')"
KINDS = {
    "now": datetime, "seat": UUID, "key": str, "relevance": int, "pressed": datetime, "shown_ms": int, "plays": int,
    "count": int, "known": list,
}  # fmt: skip
CLIP = ("rendition", "key", "width", "height", "seconds", "size")  # in the order of the model

# `person` changes nothing where somebody held the row a moment ago, a lead or another request of the person's: what was
# seen here may be older. All else hangs on it. UPDATE looks at a row anew that somebody else has changed, hence its
# conditions twice. `since` to `shown_at` are told_work, the grace of a hidden check is grace_of_seat.
# States are told by what they are not: the index of queues, which is nearly empty when statements are planned, would
# serve to find a seat by its id. A key that is known refuses all of it, by its constraint.
STATEMENT = f"""
WITH who AS ({{who}}), person AS (
    UPDATE annotator_membership member SET last_request_at = %(now)s FROM who
    WHERE member.id = who.member AND member.xmin = who.version RETURNING member.id
), asked AS (
    SELECT seat.id, seat.annotator_id, LEAST(COALESCE(seat.held_at, seat.reserved_at), %(now)s) AS since,
        CASE WHEN seat.purpose = 'campaign' THEN protocol.grace_s ELSE COALESCE(
            ({_BESIDE} AND beside.state IN ('reserved', 'held') AND beside.position > seat.position
                ORDER BY beside.position LIMIT 1),
            ({_BESIDE} AND beside.position > seat.position ORDER BY beside.position LIMIT 1),
            ({_BESIDE} AND beside.position < seat.position ORDER BY beside.position DESC LIMIT 1),
            protocol.grace_s) END AS grace_s
    FROM person JOIN annotator_seat seat ON seat.annotator_id IS NOT DISTINCT FROM person.id
        JOIN moments_pair pair ON pair.id = seat.pair_id LEFT JOIN moments_batch batch ON batch.id = pair.batch_id
        LEFT JOIN moments_protocolversion protocol ON protocol.id = batch.protocol_id
    WHERE seat.public_id = %(seat)s AND seat.purpose <> 'exam' AND NOT seat.superseded
        AND seat.state {_WAITING} AND COALESCE(seat.held_at, seat.reserved_at) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM annotator_workevent WHERE annotator_id = person.id AND key = %(key)s)
), told AS (
    SELECT id, annotator_id, grace_s, since, GREATEST(%(pressed)s, since) AS worked_at,
        CASE WHEN %(shown_ms)s IS NOT NULL
            THEN LEAST(%(shown_ms)s, FLOOR(EXTRACT(EPOCH FROM %(now)s - since) * 1000)::bigint) END AS shown_ms
    FROM asked WHERE grace_s IS NOT NULL
), scored AS (
    UPDATE annotator_seat seat SET state = 'scored', shown_at = COALESCE(
        seat.shown_at, GREATEST(told.worked_at - COALESCE(told.shown_ms, 0) * INTERVAL '1 millisecond', told.since))
    FROM told WHERE seat.id = told.id AND seat.annotator_id IS NOT DISTINCT FROM told.annotator_id
        AND NOT seat.superseded AND seat.state {_WAITING}
    RETURNING seat.id, seat.annotator_id, told.worked_at, told.shown_ms, told.grace_s
), stored AS (
    INSERT INTO annotator_score (seat_id, annotator_id, key, relevance, saved_at, worked_at, changeable_until,
        plays, shown_ms, current, final)
    SELECT id, annotator_id, %(key)s, %(relevance)s, %(now)s, worked_at, %(now)s + grace_s * INTERVAL '1 second',
        %(plays)s, shown_ms, true, false FROM scored
    RETURNING annotator_id, changeable_until
), queue AS MATERIALIZED ({{queue}}), delivered AS (
    UPDATE annotator_seat seat SET state = 'held', held_at = %(now)s FROM queue, stored
    WHERE seat.id = queue.own_id AND queue.queued_as = 'reserved' AND queue.place <= %(count)s
        AND seat.annotator_id IS NOT DISTINCT FROM stored.annotator_id AND seat.state {_RESERVED}
    RETURNING seat.id
)
SELECT stored.changeable_until, who.member, who.counted, who.counted_at, who.unseen, who.unread,
    queue.named, queue.waiting, queue.held, queue.queued_as = 'reserved' AND delivered.id IS NULL, queue.query_text,
    clip.rendition, clip.key, clip.width, clip.height, clip.seconds, clip.size
FROM stored CROSS JOIN who LEFT JOIN queue ON queue.place <= %(count)s
    LEFT JOIN delivered ON delivered.id = queue.own_id
    LEFT JOIN moments_clip clip ON clip.moment_id = queue.moment AND clip.state = 'ready'
        AND NOT queue.named = ANY(%(known)s)
ORDER BY queue.place, clip.size, clip.rendition
"""


@dataclass(frozen=True, slots=True)
class Offer:
    """A held seat, the text of its query and the ready clips of its moment, smallest first; none of a known seat."""

    seat: UUID
    query: str
    clips: list[Clip]


@dataclass(frozen=True, slots=True)
class Offered:
    """The person's held unscored seats in order, and how many more there are."""

    seats: list[Offer]
    left: int


@dataclass(frozen=True, slots=True)
class Labelled:
    """What became of the score; what is offered next, None where that is still to be claimed; who asked; their news."""

    submitted: Submitted
    offered: Offered | None
    member: int
    news: int


@dataclass(frozen=True, slots=True)
class Asked:
    """One score that replaces none, how many seats to hold, the seats that were shown, those whose clip is known."""

    entry: ScoreEntry
    count: int
    shown: Collection[UUID]
    known: Collection[UUID]


def asked_label(
    *, entries: Sequence[object], count: int, shown: Collection[UUID] = (), known: Collection[UUID] = ()
) -> Asked | None:
    """What is asked, where it may be what the statement does."""
    if connection.vendor != "postgresql" or len(entries) != 1 or not count:
        return None
    try:
        entry = read_entry(entries[0])
    except Refused:
        return None
    return Asked(entry, count, shown, known) if entry.replaces is None else None


def label_at_once(*, member: Membership, asked: Asked, now: datetime) -> Labelled | None:
    """Store the score and deliver what comes next, committed when this returns.

    None where nothing was done, but that the person's lease may have been renewed.
    """
    if member.standing != Standing.QUALIFIED or member.campaign.status == CampaignStatus.PAUSED:
        return None
    return _made(asked, now, _by_member(_rows(asked.count)), member=member.pk)


def label_by_token(*, digest: str, campaign: str, asked: Asked, now: datetime) -> Labelled | None:
    """The same for the annotator whose token has that digest, in the campaign of that slug.

    None as well where anything speaks against it: it is for the general road to say what.
    """
    return _made(asked, now, _by_token(_rows(asked.count)), digest=digest, slug=campaign, today=now.date())


def _made(asked: Asked, now: datetime, statement: PreparedSql, **who: Any) -> Labelled | None:
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            rows = statement.rows(now=now, **_values(asked, now), **who)
    except DatabaseError as error:
        if not isinstance(error, (IntegrityError, OperationalError)):  # a known key, a deadlock, a connection cut
            logger.exception("the statement of a label failed")
        renew_connection()
        return None
    if not rows:
        return None
    until, member, counted, counted_at, unseen, unread, *_ = rows[0]
    submitted = Submitted(str(asked.entry.seat), "saved", "", asked.entry.relevance, until)
    offers, offered = _offers([row[6:] for row in rows], asked.count), None
    try:  # the score is stored: nothing that follows may say otherwise
        if asked.shown:
            _note_shown(member, asked.shown, now)
        if offers is not None:
            open_pairs = counted if counted_lately(counted_at, now) else open_left(member=_loaded(member), now=now)
            offered = Offered(offers, rows[0][7] - len(offers) + open_pairs)
    except DatabaseError:
        logger.warning("what follows a label failed", exc_info=True)
        renew_connection()
    return Labelled(submitted, offered, member, (unseen or 0) + bool(unread))


def renew_connection() -> None:
    """After an error: a connection that is of no use is closed, so that the next statement opens another."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


@transaction.atomic(savepoint=False)
def _note_shown(member: int, seats: Collection[UUID], now: datetime) -> None:
    """Holds the person's row before the seats', as all others do."""
    renew_lease(member=member, now=now)
    mark_shown(member=member, seats=seats, now=now)


def _rows(count: int) -> int:
    """How many rows of the queue the statement reads: two kinds of it, and not one for every number."""
    return USUAL_COUNT if count <= USUAL_COUNT else MOST_CLAIMED


def _loaded(member: int) -> Membership:
    return Membership.objects.select_related("campaign").get(pk=member)


def _values(asked: Asked, now: datetime) -> dict[str, Any]:
    entry = asked.entry
    return {
        "seat": entry.seat,
        "key": entry.key,
        "relevance": entry.relevance,
        "pressed": now - timedelta(milliseconds=entry.ago_ms),
        "shown_ms": entry.shown_ms,
        "plays": entry.plays,
        "count": asked.count,
        "known": list(asked.known),
    }


def _offers(rows: list[tuple[Any, ...]], count: int) -> list[Offer] | None:
    """What the rows offer; None where the queue has too few, or what it had went to somebody else a moment ago."""
    offers: dict[UUID, Offer] = {}
    for seat, _, held, lost, query, *clip in rows:
        if seat is None or lost or held > count:
            return None
        offer = offers.setdefault(seat, Offer(seat, query, []))
        if clip[0] is not None:
            offer.clips.append(Clip.from_db(None, CLIP, clip))
    return list(offers.values()) if len(offers) == count else None


def _queue(seat: UUID, most: int) -> QuerySet[Seat, Any]:
    """The first `most` rows of the person's queue beside that seat, as `claiming` reads them."""
    return (
        queued_seats(RawSQL("SELECT member FROM who", ()), in_exam=False, with_clips=True)
        .exclude(public_id=seat)
        .annotate(
            own_id=F("pk"),
            named=F("public_id"),
            queued_as=F("state"),
            moment=F("pair__moment_id"),
            query_text=F("pair__query__text"),
            waiting=Window(Count("pk")),
            held=Window(Count("pk", filter=Q(state=SeatState.HELD))),
            place=Window(RowNumber(), order_by=["state", "position"]),
        )
        .order_by("state", "position")
        .values("own_id", "named", "queued_as", "moment", "query_text", "waiting", "held", "place")[:most]
    )


def _member(member: int) -> QuerySet[Membership, Any]:
    return _as_who(Membership.objects.filter(pk=member), unseen=Value(0), unread=Value(False))  # the caller knows news


def _token_member(digest: str, slug: str, today: date, now: datetime) -> QuerySet[Membership, Any]:
    members = members_by_token(digest, slug=slug, today=today, now=now)
    return _as_who(members, unseen=F("unseen"), unread=F("unread"))


def _as_who(members: Any, **told: Any) -> QuerySet[Membership, Any]:
    """The columns of `who` in the statement; `version` is of the row as PostgreSQL keeps it."""
    counted = {"counted": F("open_counted"), "counted_at": F("open_counted_at")}
    version = RawSQL('"annotator_membership"."xmin"', ())
    named: QuerySet[Membership, Any] = members.values(member=F("pk"), version=version, **told, **counted)
    return named


def _statement(most: int, who: Callable[..., QuerySet[Membership, Any]], **kinds: type) -> PreparedSql:
    parts: dict[str, Callable[..., QuerySet[Any, Any]]] = {
        "who": lambda **values: who(**{name: values[name] for name in signature(who).parameters}),
        "queue": lambda seat, **_: _queue(seat, most),
    }
    return PreparedSql(STATEMENT, parts, **KINDS, **kinds)


@cache
def _by_member(most: int) -> PreparedSql:
    return _statement(most, _member, member=int)


@cache
def _by_token(most: int) -> PreparedSql:
    return _statement(most, _token_member, digest=str, slug=str, today=date)
