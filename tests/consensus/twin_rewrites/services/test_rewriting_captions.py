"""A run asks a model for rewrites of the captions in training, and keeps what passes, with the reason for the rest."""

from __future__ import annotations

import hashlib
import json
import time

import pytest

from consensus.models import CaptionRewrite, TwinRewriteAnswer, TwinRewriteRun
from consensus.twin_rewrites.prompt import SYSTEM, RewriteOrder, prompt_mark, rewrite_request
from consensus.twin_rewrites.selectors.progress import (
    newest_rewrite_run,
    reasons_lacking,
    refused_rewrites,
    rewrites_progress,
)
from consensus.twin_rewrites.selectors.tasks import captions_to_rewrite
from consensus.twin_rewrites.services.jobs import REWRITES, rewrite_captions_ordered, rewrite_manner
from consensus.twin_rewrites.services.runs import order_rewrites
from consensus.twin_rewrites.services.store import WeighedAnswer, WeighedRewrite, keep_rewrites
from moments.base.errors import BadInput
from moments.jobs.services.doing import cancel_job
from moments.models import Campaign, Job, LedgerEntry
from moments.rewriting.faults import EndpointAnswer
from tests.consensus.twin_rewrites.scenes import (
    MANNER,
    kept,
    place,
    placed_campaign,
    rewording,
    rewords,
    rewritten,
    run_of,
)
from tests.consensus.twin_splits.scenes import described
from tests.factories import NOW, make_campaign
from tests.llm_stub import LlmStub
from tests.llm_stub.server import completion, fails, raw, says

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def stub(served, settings):
    return rewording(settings, served)


@pytest.fixture
def campaign() -> Campaign:
    return placed_campaign()


def outcomes() -> list[str]:
    return list(TwinRewriteAnswer.objects.order_by("pk").values_list("outcome", flat=True))


def test_every_caption_in_training_gets_its_rewrites_and_no_other_does(campaign, stub):
    job = rewritten(campaign)
    assert (job.state, job.done, job.total) == ("done", 2, 2)
    assert [direction for direction, _ in kept(campaign)] == ["forward"] * 3 + ["backward"] * 3
    videos = CaptionRewrite.objects.values_list("pair__moment__video__placed__split", flat=True)
    assert set(videos) == {"train"}
    progress = rewrites_progress(campaign, newest_rewrite_run(campaign))
    assert (progress.captions, progress.complete, progress.some, progress.without) == (2, 2, 0, 0)


def test_a_single_clip_has_rewrites_that_no_twin_is_compared_with(stub):
    campaign = placed_campaign(singles=1)
    rewritten(campaign)
    assert {direction for direction, _ in kept(campaign)} == {"forward"}
    assert set(CaptionRewrite.objects.values_list("to_twin", flat=True)) == {None}
    assert stub.asked[0].order["other"] is None


def test_both_captions_are_sent_as_data_and_the_run_keeps_what_was_asked(campaign, stub):
    rewritten(campaign)
    first, second = stub.asked
    assert first.body["messages"][0] == {"role": "system", "content": SYSTEM}
    assert (first.order["caption"], first.order["other"]) == (second.order["other"], second.order["caption"])
    assert (first.order["count"], first.order["most_words"], first.order["known"]) == (4, 60, [])
    body = {name: first.body[name] for name in ("model", "messages", "temperature", "max_tokens")}
    digest = hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    answer, run = TwinRewriteAnswer.objects.order_by("pk")[0], TwinRewriteRun.objects.get()
    assert (answer.request_sha256, answer.temperature, answer.given, answer.kept) == (digest, 0.7, 4, 3)
    assert (run.model, run.prompt, run.encoder, run.tokens_in) == ("stub", prompt_mark(), "lexical", 618)
    ended = LedgerEntry.objects.filter(campaign=campaign, kind="twin_rewrites_written").get()
    payload = json.loads(ended.payload)
    assert (payload["kept"], payload["complete"], payload["ended"], ended.actor) == (6, 2, "done", "L9")


def test_what_is_refused_is_stored_with_the_reason(campaign, stub):
    def answers(asked, handler):
        own, other = asked.order["caption"], asked.order["other"]
        found = [own, other, "A dog runs", f"{own}, played in reverse", f"<b>{own}</b>", f"{other} {own.split()[0]}"]
        says(json.dumps(found))(asked, handler)

    stub.moods[""] = answers
    rewritten(campaign, rounds=1)
    first = list(CaptionRewrite.objects.filter(direction="forward").order_by("pk").values_list("fault", "detail"))
    assert kept(campaign) == []
    assert [fault for fault, _ in first] == [
        "the caption, or the twin's",
        "the caption, or the twin's",
        "too far from its caption",
        "a caption may not be written so",
        "a caption may not be written so",
        "too far from its caption",
    ]
    assert first[3][1] == "“played in reverse” says how the clip is played. Say what happens in it."
    assert "Write plain text." in first[4][1]
    run = newest_rewrite_run(campaign)
    assert dict(refused_rewrites(run))["a caption may not be written so"] == 4
    assert reasons_lacking(run) == [("too few rewrites passed the checks", 2)]


def test_a_caption_with_too_few_is_asked_about_again_and_told_what_there_is(campaign, stub):
    usual = stub.moods[""]

    def one_at_a_time(asked, handler):
        asked.order["count"] = 1
        usual(asked, handler)

    stub.moods[""] = one_at_a_time
    job = rewritten(campaign, per_caption=2, rounds=3)
    assert job.state == "done"
    assert [len(one.order["known"]) for one in stub.asked] == [0, 1, 0, 1]
    assert [one.temperature for one in stub.asked] == [0.7, 0.85, 0.7, 0.85]
    assert len(kept(campaign)) == 4


def test_a_run_gives_a_caption_up_after_its_rounds(campaign, stub):
    stub.moods[""] = says(json.dumps(["A dog runs"]))
    job = rewritten(campaign, rounds=2)
    assert job.state == "done"
    assert outcomes() == ["passed"] * 4
    assert CaptionRewrite.objects.count() == 2  # the second time there was nothing new


@pytest.mark.once
@pytest.mark.parametrize(
    ("mood", "outcome"),
    [
        (says(""), "empty"),
        (says("I'm sorry, I can't help with that."), "unreadable"),
        (says('{"rewrites": 3}'), "unreadable"),
        (says(None, refusal="no"), "refusal"),
        (says('["A man', finish="length"), "truncated"),
    ],
)
def test_an_answer_that_is_no_list_gives_no_rewrite(campaign, stub, mood, outcome):
    stub.moods[""] = mood
    rewritten(campaign, rounds=2)
    assert outcomes() == [outcome] * 4
    assert not CaptionRewrite.objects.exists()


def test_another_run_asks_only_for_what_is_missing(campaign, stub):
    rewritten(campaign, per_caption=2)
    with pytest.raises(BadInput, match="every caption in training has 2 rewrites"):
        run_of(campaign, per_caption=2)
    stub.asked.clear()
    rewritten(campaign, per_caption=4)
    assert len(kept(campaign)) == 8
    assert all(len(one.order["known"]) == 2 for one in stub.asked)


def test_a_rewrite_that_was_not_needed_is_kept_once_it_is(campaign, stub):
    rewritten(campaign, per_caption=2)
    spare = CaptionRewrite.objects.filter(fault="not needed").count()
    assert spare == 2
    stub.moods[""] = says(json.dumps(["A dog runs"]))
    rewritten(campaign, per_caption=3, rounds=1)
    assert len(kept(campaign)) == 6
    assert not CaptionRewrite.objects.filter(fault="not needed").exists()


def test_a_run_ends_with_its_budget_and_another_one_continues(campaign, stub):
    job = rewritten(campaign, most_tokens=300)
    assert (job.state, len(kept(campaign))) == ("failed", 3)
    assert job.reason == "the budget of 300 tokens is used up; another run continues"
    job = rewritten(campaign)
    assert (job.state, len(kept(campaign))) == ("done", 6)


@pytest.mark.once
@pytest.mark.parametrize(
    ("mood", "reason"),
    [
        (fails(401), "the endpoint refused the key; check LLM_API_KEY"),
        (fails(404), "the endpoint does not know this address or model"),
    ],
)
def test_a_setting_that_is_wrong_ends_the_run_and_marks_no_caption(campaign, stub, mood, reason):
    stub.moods[""] = mood
    job = rewritten(campaign)
    assert job.state == "failed"
    assert reason in job.reason
    assert outcomes() == []


@pytest.mark.once
def test_what_gets_no_answer_is_left_for_the_next_run(campaign, stub):
    stub.moods[""] = raw("<html>")
    job = rewritten(campaign)
    assert (job.state, outcomes()) == ("done", ["malformed", "malformed"])
    ((reason, count),) = reasons_lacking(newest_rewrite_run(campaign))
    assert (reason, count) == ("the answer is not a chat completion", 2)


def test_tokens_are_assumed_where_the_endpoint_counts_none(campaign, stub):
    body = completion(json.dumps(["A dog runs"])) | {"usage": None}
    stub.moods[""] = raw(body)
    rewritten(campaign, rounds=1)
    run = TwinRewriteRun.objects.get()
    assert run.tokens_in > 500


def test_a_caption_that_leaves_training_meanwhile_gets_no_rewrite(campaign):
    run = run_of(campaign)
    of = captions_to_rewrite(campaign)[0]
    campaign.videos.filter(placed__split="train").get().placed.delete()
    request = rewrite_request(RewriteOrder(of.text, of.twin, 3, 60), model="stub", before=0)
    weighed = WeighedAnswer(None, [WeighedRewrite("Somebody opens a box", 0.9, 0.1)])
    stored = keep_rewrites(run=run, of=of, request=request, answer=EndpointAnswer("[]", 7, 3), weighed=weighed, now=NOW)
    run.refresh_from_db()
    assert (stored.outcome, stored.kept, run.tokens_in) == ("overtaken", 0, 7)
    assert not CaptionRewrite.objects.exists()


def test_the_worker_does_what_was_ordered_and_a_cancelled_run_keeps_its_answers(campaign, stub):
    run = order_rewrites(campaign=campaign, manner=MANNER, actor="L9", now=NOW)
    assert rewrite_captions_ordered(now=NOW, seconds=60) == 1
    run.job.refresh_from_db()
    assert (run.job.state, len(kept(campaign))) == ("done", 6)
    place(campaign, 0, 2)
    again = order_rewrites(campaign=campaign, manner=MANNER, actor="L9", now=NOW)
    cancel_job(kind=REWRITES, job=again.job, actor="L9", now=NOW)
    assert rewrite_captions_ordered(now=NOW) == 0
    assert Job.objects.get(pk=again.job.pk).state == "cancelled"


def test_a_turn_that_is_over_continues_where_it_stopped(campaign, stub):
    stub.moods[""] = [late, rewords]
    run = order_rewrites(campaign=campaign, manner=MANNER, actor="L9", now=NOW)
    rewrite_captions_ordered(now=NOW, seconds=0.2)
    run.job.refresh_from_db()
    assert run.job.is_live
    asked = len(stub.asked)
    rewrite_captions_ordered(now=NOW, seconds=60)
    run.job.refresh_from_db()
    assert (run.job.state, len(kept(campaign))) == ("done", 6)
    assert len(stub.asked) == 2 == asked + 1


def late(asked, handler):
    time.sleep(0.4)
    rewords(asked, handler)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"per_caption": 0}, "per_caption"),
        ({"per_caption": 21}, "per_caption"),
        ({"rounds": 11}, "rounds"),
        ({"parallel": 65}, "parallel"),
        ({"rate": 0}, "rate"),
        ({"most_tokens": 0}, "most_tokens"),
        ({"least_similar": 1.1}, "least_similar"),
        ({"least_similar": float("nan")}, "least_similar"),
        ({"encoder": "bm25"}, "encoder"),
        ({"encoder": "nothing"}, "encoder"),
    ],
)
def test_a_manner_that_cannot_be_is_refused_by_its_field(campaign, fields, field):
    with pytest.raises(BadInput) as refused:
        run_of(campaign, **fields)
    assert refused.value.field == field
    assert not TwinRewriteRun.objects.exists()


def test_nothing_is_ordered_without_captions_in_training_or_twins_or_an_endpoint(settings):
    with pytest.raises(BadInput, match="has no twins"):
        run_of(make_campaign("other"))
    campaign, _, _ = described(twins=2)
    with pytest.raises(BadInput, match="no accepted caption is in training; draw the splits first"):
        run_of(campaign)
    settings.LANGUAGE_MODEL = None
    with pytest.raises(BadInput, match="no endpoint is set"):
        rewrite_manner()


def test_a_run_in_progress_stands_in_the_way_and_a_lost_one_does_not(campaign):
    order_rewrites(campaign=campaign, manner=MANNER, actor="L9", now=NOW)
    run_of(campaign)
    with pytest.raises(BadInput, match="already being rewritten"):
        run_of(campaign)
    assert list(Job.objects.filter(kind="rewrites").order_by("pk").values_list("state", "reason")) == [
        ("cancelled", "another run started before it"),
        ("running", ""),
    ]
