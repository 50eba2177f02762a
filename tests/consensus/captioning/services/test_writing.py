"""A run sends pictures of the true segments and nothing else, and keeps every answer; people decide afterwards."""

from __future__ import annotations

import hashlib
import json
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from annotator.models import DerivedAsk
from consensus.captioning.prompt import SYSTEM, prompt_mark
from consensus.captioning.selectors import caption_progress, caption_tasks, newest_caption_run, reasons_without
from consensus.captioning.services.jobs import CAPTIONS, caption_manner, write_ordered
from consensus.captioning.services.runs import order_captions
from consensus.captioning.services.store import Tried, keep_caption
from consensus.derived.services.deciding import accept_derived, reject_derived
from consensus.models import CaptionAttempt, CaptionRun
from moments.base.errors import BadInput
from moments.clips.storage import delete_clip
from moments.jobs.services.doing import cancel_job
from moments.models import Campaign, Clip, Job, LedgerEntry
from tests.consensus.captioning.scenes import MANNER, TRUTHS, captions, filmed_campaign, named_endpoint, run_of, written
from tests.factories import NOW
from tests.llm_stub import LlmStub
from tests.llm_stub.server import CAPTION, completion, fails, raw, says
from tests.rig.numbered import number_in, uneven_ms

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def stub(served, settings):
    served.moods.clear()
    served.asked.clear()
    named_endpoint(settings, served)
    return served


@pytest.fixture
def campaign() -> Campaign:
    return filmed_campaign()[0]


def outcomes() -> list[str]:
    return list(CaptionAttempt.objects.order_by("pk").values_list("outcome", flat=True))


def test_every_truth_gets_a_caption_that_waits_for_a_person(campaign, stub):
    job = written(campaign)
    assert (job.state, job.done, job.total) == ("done", 3, 3)
    assert captions(campaign) == [(number, CAPTION, "waiting") for number in (1, 2, 3)]
    made = DerivedAsk.objects.first()
    assert (made.origin, made.requester) == ("model", "L9")
    with pytest.raises(BadInput, match="another person must accept it"):
        accept_derived(derived=made, actor="L9", now=NOW)
    accept_derived(derived=made, actor="L1", now=NOW)
    progress = caption_progress(campaign)
    assert (progress.accepted, progress.waiting, progress.without) == (1, 2, 0)


@pytest.mark.once
def test_the_pictures_are_those_frames_of_the_true_segments_and_nothing_else_is_sent(campaign, stub):
    written(campaign, height=64)
    asked = stub.asked[1]
    assert asked.order == {"language": "English", "pictures": 4}
    assert asked.body["messages"][0] == {"role": "system", "content": SYSTEM}
    pictures = [Image.open(BytesIO(one)) for one in asked.pictures]
    starts = [uneven_ms(number_in(np.asarray(one.convert("L")))) for one in pictures]
    assert {one.height for one in pictures} == {64}
    assert [any(one.start_ms - 40 <= at < one.end_ms for one in TRUTHS[1]) for at in starts] == [True] * 4
    assert sum(at < 2_000 for at in starts) == 2
    sent = json.dumps(asked.body)
    assert not any(word in sent for word in ("film_01", "When is it", campaign.slug, campaign.title))


def test_an_attempt_keeps_what_was_asked_by_whom_and_how(campaign, stub):
    written(campaign)
    attempt, run = CaptionAttempt.objects.order_by("pk")[0], CaptionRun.objects.get()
    body = {name: stub.asked[0].body[name] for name in ("model", "messages", "temperature", "max_tokens")}
    digest = hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    assert (attempt.request_sha256, attempt.temperature, attempt.outcome) == (digest, 0.0, "passed")
    assert attempt.instants_ms == sorted(attempt.instants_ms)
    assert len(attempt.instants_ms) == 4
    assert (run.model, run.prompt, run.frames, run.language) == ("stub", prompt_mark(), 4, "English")
    assert (run.tokens_in, run.tokens_out) == (900, 30)
    ended = LedgerEntry.objects.filter(campaign=campaign).order_by("number").last()
    assert (ended.kind, ended.actor) == ("captions_written", "L9")
    payload = json.loads(ended.payload)
    assert (payload["made"], payload["without"], payload["ended"]) == (3, 0, "done")


@pytest.mark.once
def test_an_unfit_answer_is_asked_for_once_more_and_then_given_up_with_its_reason(campaign, stub):
    stub.moods[""] = [
        says("See film_01.mp4 of a man."),
        says("Ein Mann geht über die Straße."),
        says(CAPTION),
    ]
    job = written(campaign)
    assert job.state == "done"
    assert outcomes() == ["file-name", "language", "passed", "passed"]
    assert [one.temperature for one in stub.asked] == [0.0, 0.2, 0.0, 0.0]
    assert [number for number, _, _ in captions(campaign)] == [2, 3]
    run = newest_caption_run(campaign)
    assert reasons_without(run) == [("the answer is in another language", 1, [1])]


@pytest.mark.once
@pytest.mark.parametrize(
    ("mood", "outcome"),
    [
        (says(""), "empty"),
        (says("A man walks.\nHe sits."), "shape"),
        (says("A man\x07 walks."), "shape"),
        (says("I'm sorry, I can't help with that."), "refusal"),
        (says(None, refusal="no"), "refusal"),
        (says("A man walks", finish="length"), "truncated"),
        (says("a man walks " * 200), "length"),
    ],
)
def test_what_is_no_caption_never_becomes_one(campaign, stub, mood, outcome):
    stub.moods[""] = mood
    written(campaign)
    assert captions(campaign) == []
    assert outcomes() == [outcome] * 6


def test_the_next_run_asks_only_for_what_has_no_caption_and_not_for_what_was_rejected_again(campaign, stub):
    written(campaign)
    reject_derived(derived=DerivedAsk.objects.get(ask__number=2), actor="L1", now=NOW, reason="wrong")
    stub.asked.clear()
    stub.moods[""] = [says(CAPTION), says("A man carries a red bag.")]
    written(campaign)
    assert [one.temperature for one in stub.asked] == [0.2, 0.4]
    assert outcomes()[3:] == ["rejected", "passed"]
    assert captions(campaign)[1:3] == [(2, CAPTION, "rejected"), (2, "A man carries a red bag.", "waiting")]
    with pytest.raises(BadInput, match="no decided question lacks a caption"):
        run_of(campaign)


def test_a_run_ends_with_its_budget_and_another_one_continues(campaign, stub):
    job = written(campaign, most_tokens=300)
    assert job.reason == "the budget of 300 tokens is used up; another run continues"
    assert len(captions(campaign)) == 1
    assert written(campaign).state == "done"
    assert len(captions(campaign)) == 3


@pytest.mark.once
def test_tokens_are_assumed_where_the_endpoint_counts_none(campaign, stub):
    stub.moods[""] = raw({**completion(CAPTION), "usage": None})
    written(campaign, most_tokens=4_000)
    run = CaptionRun.objects.get()
    assert (run.tokens_in, len(stub.asked)) == (4_500, 1)


@pytest.mark.once
def test_a_wrong_key_ends_the_run_and_marks_no_question(campaign, stub):
    stub.moods[""] = fails(401)
    job = written(campaign)
    assert (job.state, job.reason.split(":")[0]) == (
        "failed",
        "the endpoint refused the key; check LLM_API_KEY",
    )
    assert outcomes() == []


@pytest.mark.once
def test_an_endpoint_that_is_silent_is_not_asked_for_ever(campaign, stub, monkeypatch):
    monkeypatch.setattr("moments.rewriting.pacing.FIRST_WAIT_S", 0.0)
    stub.moods[""] = fails(503)
    written(campaign)
    assert outcomes() == ["server-error"] * 3
    stub.moods.clear()
    assert written(campaign).state == "done"
    assert len(captions(campaign)) == 3


def test_a_question_that_gets_a_caption_meanwhile_keeps_that_one(campaign, stub):
    run = run_of(campaign)
    task = caption_tasks(run)[0]
    DerivedAsk.objects.create(ask_id=task.ask, task="ca", text="Mine.", made_at=NOW)
    tried = Tried(CAPTION, None, (1,), "0" * 64, 0.0)
    assert keep_caption(run=run, task=task, tried=tried, requester="L9", now=NOW) == "overtaken"
    assert captions(campaign) == [(1, "Mine.", "waiting")]


def test_a_video_without_its_files_gets_no_caption_and_says_so(campaign, stub):
    delete_clip(Clip.objects.get(rendition="proxy").name)
    written(campaign)
    assert (outcomes(), stub.asked) == (["no-pictures"] * 3, [])
    ((reason, count, numbers),) = reasons_without(newest_caption_run(campaign))
    assert (reason, count, numbers) == (
        "no pictures could be taken from the video: the files of the video are missing or damaged",
        3,
        [1, 2, 3],
    )


def test_the_worker_continues_a_run_that_lost_its_process(campaign, stub):
    run = order_captions(campaign=campaign, manner=MANNER, actor="L9", now=NOW)
    assert write_ordered(now=NOW, seconds=0.0) == 1
    job = Job.objects.get(pk=run.job_id)
    assert (job.state, captions(campaign)) == ("waiting", [])
    assert write_ordered(now=NOW) == 1
    job.refresh_from_db()
    assert (job.state, len(captions(campaign))) == ("done", 3)
    assert write_ordered(now=NOW) == 0


def test_a_cancelled_run_stops_and_another_continues(campaign, stub):
    run = order_captions(campaign=campaign, manner=MANNER, actor="L9", now=NOW)
    assert cancel_job(CAPTIONS, run.job, actor="admin", now=NOW)
    job = Job.objects.get(pk=run.job_id)
    assert (job.state, job.reason) == ("cancelled", "cancelled by admin")
    assert written(campaign).state == "done"


@pytest.mark.once
@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"frames": 0}, "frames: expected 1 to 32, got 0"),
        ({"frames": 33}, "frames: expected 1 to 32, got 33"),
        ({"height": 63}, "height: expected 64 to 720, got 63"),
        ({"parallel": 65}, "parallel: expected 1 to 64, got 65"),
        ({"rate": 0}, "rate: expected 1 to 6,000, got 0"),
        ({"most_tokens": 0}, "most_tokens: expected 1 to 1,000,000,000,000, got 0"),
        ({"language": "Klingon"}, "language: expected one of English, German"),
    ],
)
def test_a_manner_that_cannot_be_is_refused_by_field(campaign, fields, problem):
    with pytest.raises(BadInput) as error:
        run_of(campaign, **fields)
    assert str(error.value).startswith(problem)
    assert not CaptionRun.objects.exists()


def test_one_run_at_a_time(campaign, stub):
    run_of(campaign)
    with pytest.raises(BadInput, match="captions of 'long' are already being written"):
        run_of(campaign)


def test_without_an_endpoint_nothing_is_ordered(settings):
    settings.LANGUAGE_MODEL = None
    with pytest.raises(BadInput, match="no endpoint is set"):
        caption_manner()
