"""Statements that PostgreSQL keeps live as long as the connection, and outlast what fails on it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg2.extensions import TRANSACTION_STATUS_IDLE, TRANSACTION_STATUS_INTRANS

from annotator.models import Membership, Score, Seat, SeatState
from moments.database.prepared import PreparedInsert, PreparedRows, PreparedStep, PreparedUpdate
from tests.factories import NOW, claim, opened_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.servers]


def statements() -> tuple[PreparedRows[Membership], PreparedUpdate]:
    """A SELECT and an UPDATE that nothing has prepared yet."""
    found = PreparedRows(lambda pk: Membership.objects.filter(pk=pk).select_related("campaign"), pk=int)
    renewal = PreparedUpdate(
        lambda pk, now: (Membership.objects.filter(pk=pk), {"last_request_at": now}), pk=int, now=type(NOW)
    )
    return found, renewal


def kept() -> list[str]:
    """What the server keeps for this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE name LIKE 'reelevance%%'", [])
        return [row[0] for row in cursor.fetchall()]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    connection.close()
    yield
    connection.close()


def test_a_statement_is_prepared_once_a_connection_and_again_on_the_next() -> None:
    _, (one, _) = opened_campaign()
    found, renewal = statements()
    connection.close()
    for _ in range(2):
        for turn in range(3):
            assert renewal.run(pk=one.pk, now=NOW + timedelta(seconds=turn)) == 1
            assert [member.campaign.slug for member in found.rows(pk=one.pk)] == ["films"]
        assert len(kept()) == 2
        connection.close()


def test_a_backend_that_was_ended_is_noticed_before_the_next_request() -> None:
    _, (one, _) = opened_campaign()
    found, _ = statements()
    found.rows(pk=one.pk)
    former, mine = connection.connection, connection.connection.info.backend_pid
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [mine])
    other.close()
    connection.health_check_enabled, connection.health_check_done = True, False  # as a new request has it
    assert [member.pk for member in found.rows(pk=one.pk)] == [one.pk]
    assert connection.connection is not former


def test_a_quiet_connection_is_not_asked() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    with connection.execute_wrapper(lambda *_: pytest.fail("asked")):
        assert connection.is_usable()
    connection.errors_occurred = True
    with connection.execute_wrapper(lambda execute, *rest: execute(*rest)):
        assert connection.is_usable()


def test_what_was_prepared_in_a_transaction_that_failed_is_there_after_it() -> None:
    _, (one, _) = opened_campaign()
    found, renewal = statements()
    connection.close()
    with pytest.raises(DatabaseError), transaction.atomic():
        renewal.run(pk=one.pk, now=NOW)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")
    with pytest.raises(DatabaseError), transaction.atomic():
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")
        found.rows(pk=one.pk)  # prepares nothing: the transaction is over
    assert renewal.run(pk=one.pk, now=NOW) == 1
    assert [member.last_request_at for member in found.rows(pk=one.pk)] == [NOW]


def test_begin_comes_with_the_first_statement_of_a_block() -> None:
    _, (one, _) = opened_campaign()
    found, _ = statements()
    found.rows(pk=one.pk)
    statuses = []
    with transaction.atomic():
        statuses.append(connection.connection.info.transaction_status)
        with transaction.atomic(savepoint=False):
            found.rows(pk=one.pk)
        statuses.append(connection.connection.info.transaction_status)
    statuses.append(connection.connection.info.transaction_status)
    assert statuses == [TRANSACTION_STATUS_IDLE, TRANSACTION_STATUS_INTRANS, TRANSACTION_STATUS_IDLE]


def test_where_queries_are_logged_a_block_shows_its_begin_and_commit() -> None:
    _, (one, _) = opened_campaign()
    found, renewal = statements()
    renewal.run(pk=one.pk, now=NOW)
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        renewal.run_later(pk=one.pk, now=NOW)
        found.rows(pk=one.pk)
    words = [[part.split()[0] for part in query["sql"].split("; ")] for query in asked]
    assert words == [["BEGIN"], ["EXECUTE", "EXECUTE"], ["COMMIT"]]


def test_a_cursor_that_was_made_before_a_block_belongs_to_it() -> None:
    _, (one, _) = opened_campaign()
    _, renewal = statements()
    with connection.cursor() as early:
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            early.execute("UPDATE annotator_membership SET next_position = 77")
            raise ZeroDivisionError
        with transaction.atomic():
            renewal.run_later(pk=one.pk, now=NOW)
            early.execute("SELECT last_request_at FROM annotator_membership WHERE id = %s", [one.pk])
            assert early.fetchall() == [(NOW,)]
    assert not Membership.objects.filter(next_position=77).exists()


@pytest.mark.parametrize("later", [True, False])
def test_a_block_that_fails_stores_nothing_whoever_sent_its_first_statement(later: bool) -> None:
    _, (one, _) = opened_campaign()
    _, renewal = statements()
    with pytest.raises(DataError), transaction.atomic():
        if later:
            renewal.run_later(pk=one.pk, now=NOW)
        else:
            Membership.objects.filter(pk=one.pk).update(last_request_at=NOW)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        renewal.run(pk=one.pk, now=NOW)
        raise ZeroDivisionError
    assert Membership.objects.get(pk=one.pk).last_request_at is None


def test_a_commit_that_the_server_refuses_is_an_error_and_nothing_is_done_on_commit() -> None:
    _, (one, _) = opened_campaign()
    (seat,) = claim(one, 1)
    insert = PreparedInsert(
        lambda seat, member, now: Score(seat_id=seat, annotator_id=member, key="k", relevance=3, saved_at=now,
                                        worked_at=now, changeable_until=now),
        seat=int, member=int, now=type(NOW),
    )  # fmt: skip
    done: list[str] = []
    with pytest.raises(IntegrityError), transaction.atomic():
        transaction.on_commit(lambda: done.append("too early"))
        insert.run_later(seat=seat.pk + 1000, member=one.pk, now=NOW)  # a foreign key is checked at COMMIT
    with transaction.atomic():
        transaction.on_commit(lambda: done.append("stored"))
        insert.run_later(seat=seat.pk, member=one.pk, now=NOW)
    assert (done, list(Score.objects.values_list("seat", flat=True))) == (["stored"], [seat.pk])


def test_behind_a_pooler_nothing_is_kept_and_everything_answers_alike(settings) -> None:
    _, (one, _) = opened_campaign()
    found, renewal = statements()
    plain = connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]
    connection.close()
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = True
    try:
        assert renewal.run(pk=one.pk, now=NOW) == 1
        (pooled,) = found.rows(pk=one.pk)
        assert kept() == []
    finally:
        connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = plain
    (ours,) = found.rows(pk=one.pk)
    assert (vars(pooled) | {"_state": None}) == (vars(ours) | {"_state": None})


def test_what_is_missing_is_null_and_constants_stay_in_the_statement() -> None:
    _, (one, _) = opened_campaign()
    (seat,) = claim(one, 1)
    step = PreparedStep(
        lambda seat, member, now, plays: (
            Seat.objects.filter(pk=seat, state=SeatState.HELD),
            {"state": SeatState.SCORED},
            Score(seat_id=seat, annotator_id=member, key="k", relevance=3, saved_at=now, worked_at=now,
                  changeable_until=now, plays=plays),
        ),
        seat=int, member=int, now=type(NOW), plays=int,
    )  # fmt: skip
    values = {"seat": seat.pk, "member": one.pk, "now": NOW, "plays": None}
    with transaction.atomic():
        step.run_later(**values)
    assert list(Score.objects.values_list("relevance", "plays", "current")) == [(3, None, True)]
    assert [("'held'" in text, "'k'" in text) for text in kept()].count((True, True)) == 1
