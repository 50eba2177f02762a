"""A real Celery worker and beat, on Redis and PostgreSQL, settle what people score."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from django.db import connection
from django.utils import timezone

from annotator.models import Seat
from annotator.studies.services import StudyPlan
from archive.writing.services import order_archive
from benchmark.measures.order import MeasureOrder
from benchmark.measures.services import MEASURES
from benchmark.models import MeasureStudy, Run
from benchmark.studies.services import order_run_study
from config.environment import BASE_DIR
from consensus.export.services.history import request_export
from consensus.models import Export, Verdict
from consensus.report.services.orders import order_report
from consensus.studies.services import order_study
from consensus.upkeep.services import order_check, order_sweep
from moments.clips.services.orders import order_clips
from moments.corpus.services import add_query
from moments.jobs.selectors import queue_beats
from moments.models import Campaign, Clip, Job, VideoCut
from moments.ranking.services.orders import order_ranking
from moments.rewriting.selectors.progress import rewrite_progress
from moments.rewriting.services.runs import order_run
from tests.benchmark.scenes import labelled_campaign, uploaded
from tests.factories import make_campaign, make_member, make_moments, opened_campaign, score_all
from tests.llm_stub import KEY, LlmStub
from tests.moments.clips.cutting.conftest import write_video
from tests.moments.clips.scenes import add
from tests.moments.rewriting.scenes import DESCRIPTIONS, MANNER, NAMES, described
from tests.servers.s3 import stop

pytestmark = [pytest.mark.servers, pytest.mark.long]
DATABASE_NUMBER = 10
WITHIN_S = 120.0
GRACE_IS_OVER = timedelta(minutes=5)


@pytest.fixture
def broker() -> Iterator[redis.Redis]:
    """A Redis database of this test's own, empty before and after."""
    url = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{DATABASE_NUMBER}").geturl()
    with redis.Redis.from_url(url) as client:
        client.flushdb()
        yield client
        client.flushdb()


@pytest.fixture
def database(transactional_db) -> str:
    """The session's database, as a URL; what tests write is committed."""
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres: a worker needs a server"
    name = connection.settings_dict["NAME"]
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.fixture
def endpoint() -> Iterator[LlmStub]:
    """A language model's endpoint on loopback."""
    with LlmStub(NAMES) as stub:
        yield stub


@pytest.fixture
def celery(database, broker, endpoint, tmp_path) -> Iterator[dict[str, Path]]:
    """The log of a running worker and of a running beat; both stopped and reaped at the end."""
    env = {
        **os.environ,
        "DATABASE_URL": database,
        "REDIS_URL": urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{DATABASE_NUMBER}").geturl(),
        "REELEVANCE_SWEEP_INTERVAL_S": "1",
        "REELEVANCE_DATA_DIR": str(tmp_path / "data"),
        "CLIP_STORAGE": f"file://{tmp_path}/clips",
        "LLM_BASE_URL": endpoint.url,
        "LLM_API_KEY": KEY,
        "LLM_MODEL": "stub",
        "LLM_ALLOWED_HOSTS": "127.0.0.1",
    }
    commands = {
        "worker": ["worker", "-Q", "settle,cut,rank", "--pool", "prefork", "-c", "1", "-n", "tests@%h"],
        "beat": ["beat", "--schedule", str(tmp_path / "schedule"), "--pidfile", str(tmp_path / "beat.pid")],
    }
    logs = {name: tmp_path / f"{name}.log" for name in commands}
    with ExitStack() as stack:
        for name, words in commands.items():
            with logs[name].open("wb") as log:
                process = subprocess.Popen(
                    [sys.executable, "-m", "celery", "-A", "config", *words, "--loglevel", "INFO"],
                    cwd=BASE_DIR,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            stack.callback(stop, process)
        yield logs
        assert "Couldn't apply" not in logs["beat"].read_text()  # of a task that cannot be sent beat's log alone tells


def wait_until(what: str, claim: Callable[[], bool], logs: dict[str, Path]) -> None:
    """Until the claim is true; with the processes' last words where it does not become so."""
    deadline = time.monotonic() + WITHIN_S
    while not claim():
        if time.monotonic() > deadline:
            words = "\n".join(f"--- {name}\n{log.read_text(errors='replace')[-3000:]}" for name, log in logs.items())
            pytest.fail(f"{what}: not within {WITHIN_S:g} s\n{words}")
        time.sleep(0.2)


def last_sweep(campaign: Campaign) -> datetime:
    """When the campaign was last swept."""
    return Campaign.objects.values_list("swept_at", flat=True).get(pk=campaign.pk)


def test_worker_and_beat_settle_though_redis_is_emptied_and_make_what_pages_order(
    celery, broker, endpoint, settings, tmp_path
):
    """All with the same two processes, as they take long to start."""
    settle_though_redis_is_emptied(celery, broker)
    make_what_pages_order(celery, endpoint, settings, tmp_path)


def settle_though_redis_is_emptied(celery, broker) -> None:
    campaign, members = opened_campaign("settled", people=4, pairs=4)
    disputed = campaign.pairs.get(number=1)
    answers = Counter()

    def first_round(pair, member):
        answers[pair.pk] += 1
        return 3 if pair != disputed else 4 * (answers[pair.pk] - 1)

    assert score_all(members, first_round, now=timezone.now() - GRACE_IS_OVER) == 8
    wait_until(
        "three verdicts and a second round",
        lambda: Verdict.objects.count() == 3 and Seat.objects.filter(pair=disputed, round=2).count() == 2,
        celery,
    )
    assert broker.dbsize() > 0
    broker.flushdb()
    emptied_at = timezone.now()
    wait_until("sweeps sent after that", lambda: last_sweep(campaign) > emptied_at + timedelta(seconds=2), celery)

    assert score_all(members, 2, now=timezone.now() - GRACE_IS_OVER) == 2
    wait_until("the last verdict", lambda: Verdict.objects.count() == 4, celery)
    verdicts = Verdict.objects.order_by("pair__number").values_list("kind", "relevance", "round")
    assert list(verdicts) == [("agreed", 2, 2), ("agreed", 3, 1), ("agreed", 3, 1), ("agreed", 3, 1)]
    beats = queue_beats(["cut", "rank", "settle"], timezone.now())
    assert [(beat.newest is not None, beat.is_late) for beat in beats] == 3 * [(True, False)]


def make_what_pages_order(celery, endpoint, settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path / "data"
    now, filmed, worded, done = timezone.now(), make_campaign("filmed"), described(slug="worded"), labelled_campaign()
    ranked = make_campaign("ranked")
    make_moments(ranked, 3)
    add_query(campaign=ranked, text="Somebody waves.", split="val", now=now, actor="admin")
    moments = add(filmed, "one", "two", "none")
    for name in ("one", "two"):
        write_video(tmp_path / f"{name}.mp4", seconds=6)
    assert order_clips(campaign=filmed, source=str(tmp_path), now=now) is not None
    order_run(campaign=worded, manner=MANNER, actor="admin", now=now)
    plan = StudyPlan(queries=1, top=2, others=1, people=[make_member(done).pseudonym], seed=1)
    order_study(campaign=done, plan=plan, encoder="lexical", actor="lead", now=now)
    request_export(campaign=done, formats=["tvr"], partial=True, actor="admin", now=now)
    order_report(campaign=done, actor="lead", now=now)
    run = uploaded(done)
    order_ranking(campaign=ranked, encoder="lexical", top=2, how="pairs", by_admin=True, actor="admin", now=now)
    order_check(campaign=done, actor="admin", now=now)
    order_sweep(campaign=done, actor="admin", now=now)
    order_archive(campaign=done, clips=True, passwords=True, actor="admin", now=now)

    wait_until("all videos", lambda: not VideoCut.objects.exclude(state="done").exists(), celery)
    assert Clip.objects.get(state="failed").moment == moments["none"]
    clips = {clip.moment_id: clip for clip in Clip.objects.filter(moment__campaign=filmed, state="ready")}
    assert set(clips) == {moments["one"].pk, moments["two"].pk}
    assert all((tmp_path / "clips" / clip.name).stat().st_size == clip.size for clip in clips.values())
    wait_until("all captions", lambda: rewrite_progress(worded).accepted == len(DESCRIPTIONS), celery)
    assert sorted(endpoint.descriptions()) == sorted(DESCRIPTIONS)
    for kind in ("ranking", "verify", "sweep", "archive"):
        wait_until(f"the {kind}", lambda kind=kind: Job.objects.get(kind=kind).state == "done", celery)
    assert ranked.pairs.count() == 2
    wait_until("the study", lambda: Job.objects.get(kind="study").state == "done", celery)
    wait_until("the export", lambda: Export.objects.get().state == "ready", celery)
    wait_until("the report", lambda: Job.objects.get(kind="report").state == "done", celery)
    wait_until("the run", lambda: Run.objects.get(pk=run.pk).state == "scored", celery)
    few = MeasureOrder(runs=[run.number], simulated=2, trials=2, resamples=2, noise_draws=1)
    order_run_study(study=MEASURES, campaign=done, order=few, actor="lead", now=timezone.now())
    wait_until("the studies of measures", lambda: MeasureStudy.objects.filter(campaign=done).exists(), celery)
