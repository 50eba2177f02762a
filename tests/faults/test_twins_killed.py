"""The web process is killed in the middle of an answer about twins, or of a lead's decision: each is stored once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from annotator.models import Assignment, CaptionOrder, Judgement, Score, Seat, TwinCaption
from annotator.scoring.selectors.twins import twin_questions
from annotator.twins.order import as_shown
from config.celery import app
from consensus.models import TwinTruth, Verdict
from consensus.verify.selectors.invariants import breaches
from moments.models import LedgerEntry
from tests.factories import make_lead
from tests.faults.answering import Answering, program_of, unanswered
from tests.faults.conftest import end_backends, held_up, waiting_backends
from tests.faults.test_lead_in_the_middle import together
from tests.faults.test_tasks_again import TASKS, state_of
from tests.faults.test_web_killed import AFTER_COMMIT, BEFORE_INSERT, kill_workers
from tests.rig.ports import wait_until
from tests.twins import BACKWARD, FORWARD, Road, judge, write

pytestmark = [pytest.mark.servers, pytest.mark.django_db]
_numbers = count(1)
TASKS_OF_TWINS = {"judge": Judgement, "caption": TwinCaption, "assign": Assignment}
POINTS = ("before_the_score", "between_score_and_answer", "after_the_commit")
CHECKER = 2  # neither the writer of the captions nor who checks the other one
# The ledger's entry is the last thing that a decision stores.
ON_LEDGER = "LOCK TABLE moments_ledgerentry IN EXCLUSIVE MODE"


class Twins(Answering):
    """A campaign of one clip, up to the answer that ends a step of its road; the sweep then takes the next one."""

    def __init__(self, task: str, folder, port: int) -> None:
        self.task = task
        self.road = road_up_to(task)
        super().__init__(self.road.campaign, self.road.people, folder=folder, port=port)

    @property
    def who(self) -> int:
        """The person whose answer ends the step."""
        return {"judge": 1, "caption": 0, "assign": CHECKER}[self.task]

    def answer(self) -> dict[str, Any]:
        """A right answer to the seat that the person holds, as their program sends it."""
        held = self.call(self.who, "seats/claim/", {"count": 5})["seats"]
        seat = next(one for one in held if one["task"] == self.task)
        row = Seat.objects.select_related("pair").get(public_id=seat["id"])
        question = twin_questions([row.pk])[row.pk]
        fields: dict[str, Any] = {
            "judge": {"judgement": {"temporal": True, "criterion": "state", "unreal": "neither"}},
            "caption": {"captions": list(as_shown(FORWARD, BACKWARD, forward_first=question.forward_first))},
            "assign": {"assignment": {"chosen": question.clips.index(row.pair.moment_id) + 1}},
        }[self.task]
        return {"seat": seat["id"], "key": "k1", "shown_ms": 900, **fields}

    def stored(self) -> tuple[int, int]:
        """How many scores are stored under that key, and how many answers of the task with them."""
        scores = Score.objects.filter(seat__campaign=self.campaign, key="k1")
        return scores.count(), TASKS_OF_TWINS[self.task].objects.filter(score__in=scores).count()

    def outcome(self) -> tuple[int, ...]:
        """What sweeps made of it: verdicts, truths, what writers are asked for, open checks."""
        verdicts = Verdict.objects.filter(pair__campaign=self.campaign)
        checks = Seat.objects.filter(campaign=self.campaign, pair__query__query_id=3, superseded=False)
        return (
            verdicts.count(),
            TwinTruth.objects.filter(verdict__in=verdicts).count(),
            CaptionOrder.objects.filter(pair__campaign=self.campaign).count(),
            checks.filter(scores=None).count(),
        )


def road_up_to(task: str) -> Road:
    """The road of a clip, hours ago, up to the last answer of the task."""
    road = Road(slug=f"twins-{next(_numbers)}", people=5, checkers=1)
    road.now = timezone.now() - timedelta(hours=2)
    if task == "judge":
        assert judge(road.people[0], now=road.now).status == "saved"
        return road
    road.judged()
    if task == "assign":
        road.written().assigned(1, backward=True)
        road.freed()
    return road


# Verdicts, truths, orders of captions and checks that are left, after the answer and a sweep.
OUTCOMES = {"judge": (1, 1, 1, 0), "caption": (1, 1, 1, 2), "assign": (4, 1, 1, 0)}


@pytest.fixture
def twins(store, web, database_line, tmp_path) -> Iterator[Callable[[str], Twins]]:
    """Makes a campaign up to that task; afterwards nothing that a fault left behind holds a lock."""
    wait_until("the web server", web.is_up, within_s=60)
    yield lambda task: Twins(task, tmp_path, web.port)
    database_line.trouble, database_line.down = None, False
    end_backends("state <> 'idle'")


def killed_at(point: str, call: Callable[[], object], web, line, lock: tuple[str, ...]) -> None:
    """Kill the workers while the call waits for what `lock` holds, or while the COMMIT's answer is on its way."""
    stored = point == "after_the_commit"
    if stored:
        line.expect(replace(AFTER_COMMIT))

    def stop() -> None:
        wait_until("the call at that point", line.struck.is_set if stored else waiting_backends)
        kill_workers(web)
        line.release()

    with nullcontext() if stored else held_up(*lock):
        unanswered(call, stop)
    if stored:
        wait_until("the end of that line", line.met.is_set)
    wait_until("new workers", web.is_up)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("task", TASKS_OF_TWINS)
def test_an_answer_whose_web_process_is_killed_is_stored_once(twins, web, database_line, task: str, point: str) -> None:
    here = twins(task)
    entry = here.answer()
    body = {"scores": [entry], "claim": 1}
    table = TASKS_OF_TWINS[task]._meta.db_table
    lock = {
        "before_the_score": (BEFORE_INSERT, entry["seat"]),
        "between_score_and_answer": (f"LOCK TABLE {table} IN EXCLUSIVE MODE",),
    }.get(point, ())
    killed_at(point, lambda: here.call(here.who, "scores/", body), web, database_line, lock)
    stored = int(point == "after_the_commit")
    assert here.stored() == (stored, stored)
    (result,) = here.call(here.who, "scores/", body)["results"]
    assert result["status"] == ("duplicate" if stored else "saved")
    assert here.stored() == (1, 1)
    assert here.breaches() == []
    assert here.outcome() == OUTCOMES[task]


@pytest.mark.parametrize("stored", [False, True], ids=["before_the_commit", "after_the_commit"])
def test_changed_captions_whose_web_process_is_killed_are_the_first_or_the_second(
    twins, web, database_line, stored: bool
) -> None:
    here = twins("caption")
    first = here.answer()
    here.call(here.who, "scores/", {"scores": [first]})
    texts = [f"{text} again" for text in first["captions"]]
    change = {"scores": [{**first, "key": "k2", "replaces": "k1", "captions": texts}]}
    point = "after_the_commit" if stored else "between_score_and_answer"
    lock = ("LOCK TABLE annotator_twincaption IN EXCLUSIVE MODE",)
    killed_at(point, lambda: here.call(here.who, "scores/", change), web, database_line, lock)
    captions = TwinCaption.objects.filter(score__seat__campaign=here.campaign)
    standing = captions.get(score__current=True)
    # A process that has changed captions before sends them with COMMIT, which the database may carry out after its end.
    kept = [texts] if stored else [texts, first["captions"]]
    assert sorted([standing.forward_text, standing.backward_text]) in [sorted(each) for each in kept]
    (result,) = here.call(here.who, "scores/", change)["results"]
    assert result["status"] in (["duplicate"] if stored else ["duplicate", "changed"])
    assert captions.get(score__current=True).score.key == "k2"
    assert (captions.count(), here.breaches(), here.outcome()) == (2, [], OUTCOMES["caption"])


@pytest.mark.parametrize("stored", [False, True], ids=["before_the_commit", "after_the_commit"])
def test_a_decision_whose_web_process_is_killed_is_taken_once(twins, web, database_line, tmp_path, stored) -> None:
    here = twins("judge")
    assert judge(here.members[1], unreal="forward", now=here.road.now).status == "saved"
    here.road.sweep()
    assert judge(here.members[2], unreal="backward", now=here.road.now).status == "saved"
    here.road.sweep()
    lead = program_of(make_lead(here.campaign), folder=tmp_path, port=web.port)
    path = f"campaigns/{here.campaign.slug}/twins/{here.road.pair('judge').number}/decide/"
    body = {"decision": "judge", "temporal": False, "reason": "seen"}
    point = "after_the_commit" if stored else "before_the_commit"
    killed_at(point, lambda: lead.post(path, body), web, database_line, (ON_LEDGER,))
    assert here.outcome()[:2] == (int(stored), int(stored))
    assert [lead.post(path, body)[0] for _ in range(2)] == [409 if stored else 200, 409]
    kinds = LedgerEntry.objects.filter(campaign=here.campaign, kind="twins_decided")
    assert (here.outcome()[:2], kinds.count(), here.breaches()) == ((1, 1), 1, [])


def test_every_task_three_times_at_once_rules_on_each_clip_once(store) -> None:
    road = Road(slug=f"twins-{next(_numbers)}", people=6, twins=3, checkers=1)
    road.now = timezone.now() - timedelta(hours=3)
    for person in road.people[:2]:
        for _ in range(3):
            assert judge(person, now=road.now).status == "saved"
    road.sweep()
    assert write(road.people[0], now=road.now).status == "saved"
    everything = [name for name in TASKS for _ in range(3)]
    assert together(*[lambda name=name: app.tasks[name].apply(throw=True) for name in everything]) == []
    once = state_of(road.campaign)
    checks = Seat.objects.filter(campaign=road.campaign, pair__query__query_id=3, superseded=False)
    assert sorted(checks.values_list("pair__moment__direction", flat=True)) == ["backward", "forward"]
    for name in everything:
        app.tasks[name].apply(throw=True)
    assert state_of(road.campaign) == once
    assert list(breaches(road.campaign, now=timezone.now(), sweep_s=10**6)) == []
