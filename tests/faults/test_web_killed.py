"""The web process is killed in the middle of a score: nothing acknowledged is lost, sent again it is stored once."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

import pytest

from tests.faults.conftest import held_up, waiting_backends
from tests.rig.line import Trouble
from tests.rig.ports import wait_until

pytestmark = [pytest.mark.servers, pytest.mark.django_db]

# Whoever holds these rows or this table stops the web process at that point of a score.
BEFORE_INSERT = "SELECT 1 FROM annotator_seat WHERE public_id = %s FOR UPDATE"
BEFORE_COMMIT = "SELECT 1 FROM annotator_seat WHERE state = 'reserved' FOR UPDATE"
# The line holds back what answers a COMMIT until the workers are dead: a live one would try again by itself.
AFTER_COMMIT = Trouble(b"COMMIT", request=False, keep=0, linger_s=60)


def kill_workers(web) -> None:
    """kill -9 to every worker; gunicorn makes new ones."""
    for pid in web.pids()[1:]:
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("point", [BEFORE_INSERT, BEFORE_COMMIT], ids=["before_the_insert", "before_the_commit"])
def test_a_score_whose_web_process_is_killed_is_stored_once_when_sent_again(scene, web, point) -> None:
    here = scene(pairs=5)
    one = here.programs[0]
    seat = one.claim(2)[0]
    with held_up(point, *([seat["id"]] if "%s" in point else [])):
        sent = one.in_background(seat, 3, "a", claim=2)  # the third seat is in the queue still
        wait_until("the score at that point", waiting_backends)
        kill_workers(web)
        assert sent.wait() is None
    wait_until("new workers", web.is_up)
    assert here.stored("a") == 0
    assert one.score(seat, 3, "a") == "saved"
    assert here.stored("a") == 1
    assert here.breaches() == []


def test_a_score_whose_web_process_is_killed_after_the_commit_is_known_when_sent_again(
    scene, web, database_line
) -> None:
    here = scene(pairs=5)
    one = here.programs[0]
    seat = one.claim(2)[0]
    database_line.expect(replace(AFTER_COMMIT))
    sent = one.in_background(seat, 3, "a", claim=2)
    wait_until("the score at that point", database_line.struck.is_set)
    kill_workers(web)
    database_line.release()
    assert sent.wait() is None
    wait_until("the end of that line", database_line.met.is_set)
    wait_until("new workers", web.is_up)
    assert here.stored("a") == 1
    assert one.score(seat, 3, "a") == "duplicate"
    assert here.stored("a") == 1
    assert here.breaches() == []
