"""kill -9 in the middle of rewriting: what was committed stays, nothing is lost, doubled or half-written."""

import os
import signal
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.db.models.signals import post_save

from moments.models import LedgerEntry, RewriteAttempt, Rewriting
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.selectors.progress import rewrite_progress
from moments.rewriting.services.by_names import names_mark, rewrite_by_names
from moments.rewriting.services.runs import Manner
from tests.llm_stub import LlmStub
from tests.moments.rewriting.scenes import (
    NAMES,
    by_model,
    captions,
    checker_of,
    described,
    done_by,
    rewritten,
    run_of,
    state_of,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),
]


def die(**about: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed(work: Callable[[], object]) -> int:
    """The signal that ended a process which did the work."""
    connection.close()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        work()
    finally:
        os._exit(0)


def test_an_answer_that_was_committed_stays_and_the_rest_is_asked_again():
    campaign = described()
    with LlmStub(NAMES) as stub:

        def work() -> None:
            run = run_of(campaign)
            kept: list[int] = []

            def kill(more: int) -> None:
                kept.append(more)
                if sum(kept) >= 2:
                    die()

            done_by(run, lambda go: by_model(run, stub, go).rewrite(), watch=kill)

        assert killed(work) == -signal.SIGKILL
        done = {(one.pk, one.text) for one in Rewriting.objects.filter(state="accepted").select_related("moment")}
        assert len(done) == 2
        rewritten(campaign, stub)
    assert rewrite_progress(campaign).accepted == 4
    assert set(Rewriting.objects.values_list("pk", "text")) >= done
    assert RewriteAttempt.objects.count() == 4
    assert [run.job.reason for run in campaign.rewrite_runs.order_by("pk")] == ["its process was interrupted", ""]
    assert LedgerEntry.objects.filter(kind="captions_rewritten").count() == 2


def test_what_was_not_committed_whole_is_not_there_at_all():
    campaign = described()

    def work() -> None:
        seen: list[object] = []
        post_save.connect(lambda **about: seen.append(1) if len(seen) < 2 else die(), RewriteAttempt, weak=False)
        names_of(campaign)

    assert killed(work) == -signal.SIGKILL
    assert (RewriteAttempt.objects.count(), rewrite_progress(campaign).waiting) == (0, 4)
    assert captions(campaign)[0] == state_of(campaign).moment.description
    names_of(campaign)
    assert (RewriteAttempt.objects.count(), rewrite_progress(campaign).accepted) == (4, 4)


def names_of(campaign, checker: CaptionChecker | None = None) -> None:
    run = run_of(campaign, Manner("names", "names.csv", names_mark(NAMES), "lexical", "capitals"))
    work = partial(rewrite_by_names, run=run, names=NAMES, checker=checker or checker_of(campaign))
    done_by(run, work)
