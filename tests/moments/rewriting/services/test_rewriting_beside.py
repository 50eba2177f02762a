"""Rewriting beside embedded mode's worker: the sweep does not wait, and a dead worker's run goes on."""

import socket
import threading

import pytest
from django.utils import timezone

from config.language_model import LanguageModel
from moments.jobs.services import threads as beside
from moments.models import Job
from moments.rewriting.selectors.progress import newest_run, rewrite_progress
from moments.rewriting.services import jobs as rewriting_jobs
from moments.rewriting.services.jobs import STEP, rewrite_beside
from moments.rewriting.services.runs import order_run
from tests.llm_stub import KEY, LlmStub
from tests.llm_stub.server import says
from tests.moments.rewriting.scenes import MANNER, NAMES, described

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_worker_does_not_wait_for_the_endpoint_and_takes_over_from_a_dead_one(settings, monkeypatch):
    monkeypatch.setattr(rewriting_jobs, "_kept", {})
    campaign, now, answered = described(), timezone.now(), threading.Event()
    assert not rewrite_beside(now=now)
    run = order_run(campaign=campaign, manner=MANNER, actor="admin", now=now, held=True)
    assert not rewrite_beside(now=now)  # its process lives
    Job.objects.filter(pk=run.job.pk).update(holder=f"{socket.gethostname()[:60]}:{2**22 + 1}:abc")

    def late(asked, handler):
        answered.wait(60)
        says("The dog runs across the wet lawn.")(asked, handler)

    with LlmStub(NAMES) as stub:
        settings.LANGUAGE_MODEL = LanguageModel(stub.url, KEY, "stub", 60.0, private=True)
        stub.moods["dog"] = late
        assert rewrite_beside(now=now)
        assert (rewrite_beside(now=now), newest_run(campaign).job.finished_at) == (False, None)
        answered.set()
        beside._beside[STEP].join(100)
    assert rewrite_progress(campaign).accepted == 4
    assert (newest_run(campaign).job.reason, newest_run(campaign).job.state) == ("", "done")
