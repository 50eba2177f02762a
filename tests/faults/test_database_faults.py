"""The database goes away in the middle of a score: no answer lies, and the same score sent again is stored once."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.faults.conftest import held_up, waiting_backends
from tests.faults.test_web_killed import BEFORE_COMMIT
from tests.rig.line import Line, Trouble
from tests.rig.ports import wait_until

pytestmark = [pytest.mark.servers, pytest.mark.django_db]


@pytest.mark.parametrize("lost", [True, False], ids=["before_it_arrives", "before_it_is_confirmed"])
@pytest.mark.parametrize("at", ["commit", "the_seat"])
def test_a_connection_cut_at_commit_or_before_leaves_the_score_once(scene, database_line, lost, at) -> None:
    here = scene(pairs=5)
    one = here.programs[0]
    seat, other = one.claim(2)
    database_line.expect(Trouble(b"COMMIT" if at == "commit" else b"'" + seat["id"].encode() + b"'::uuid", lost=lost))
    # The server tries again by itself, and knows the key where the first try was stored.
    saved = lost or at == "the_seat"
    assert one.score(seat, 4, "a", claim=2) in ("saved" if saved else "duplicate", None)
    assert database_line.met.is_set()
    assert one.score(seat, 4, "a", claim=2) in ("saved", "duplicate")
    assert here.stored("a") == 1
    assert one.score(other, 1, "b", claim=2) == "saved"
    assert here.breaches() == []


def test_a_terminated_backend_leaves_nothing_half_stored(scene) -> None:
    here = scene(pairs=5)
    one = here.programs[0]
    seat = one.claim(2)[0]
    with held_up(BEFORE_COMMIT):
        sent = one.in_background(seat, 2, "a", claim=2)
        wait_until("the score before its commit", waiting_backends)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", waiting_backends())
        wait_until("another try of it", waiting_backends)
    assert sent.wait() in ("saved", None)
    assert one.score(seat, 2, "a", claim=2) in ("saved", "duplicate")
    assert here.stored("a") == 1
    assert here.breaches() == []


def test_answers_that_are_cut_or_halved_are_asked_for_again(scene, web) -> None:
    here = scene(pairs=5)
    line = Line(web.port, delay_s=0.01)
    one = here.program(here.members[0], line.port)
    first, second, third = one.claim(3)
    line.expect(Trouble(b"HTTP/1.1 200", request=False, keep=40, linger_s=0))
    assert one.score(first, 3, "a") is None
    assert one.score(first, 3, "a") == "duplicate"
    line.expect(Trouble(b"HTTP/1.1 200", request=False, lost=True))
    assert one.score(second, 3, "b") is None
    assert one.score(second, 3, "b") == "duplicate"
    line.expect(Trouble(b"POST", lost=True))
    assert one.score(third, 3, "c") is None
    assert here.stored("c") == 0
    assert one.score(third, 3, "c") == "saved"
    line.close()
    assert here.breaches() == []
