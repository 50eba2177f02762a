"""Beat's lock on PostgreSQL: one holds it, and who lost the connection lost the lock."""

from __future__ import annotations

import pytest
from django.db import connection

from config.workers.beat import AdvisoryLock

pytestmark = [pytest.mark.servers, pytest.mark.django_db]


def test_one_beat_sends_and_another_takes_over_when_its_connection_is_gone():
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    first, second = AdvisoryLock(), AdvisoryLock()
    try:
        assert [first.held(), second.held(), first.held(), second.held()] == [True, False, True, False]
        with first._own.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (backend,) = cursor.fetchone()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])

        assert [first.held(), second.held(), first.held()] == [False, True, False]
    finally:
        first._own.close()
        second._own.close()
