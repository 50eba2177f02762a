"""`asks/`: an author's whole way through a video, what is refused, and nothing of others."""

from __future__ import annotations

import pytest
from django.utils import timezone

from annotator.asking.services.states import return_ask
from annotator.models import Ask, AskQuota, AskState, Membership, Seat, Share, Standing
from moments.models import Clip, ClipPart, Pair, Video
from moments.models.clips import random_key
from tests.annotator.asking.scenes import begun, drafted, key_of, submitted
from tests.canary_search import WORD, Watch, WatchedClient
from tests.factories import make_member, opened_campaign
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
SHOWN = {"url", "type", "width", "height", "seconds", "bytes"}


def test_an_author_writes_about_a_video_from_begin_to_finish(program_of):
    campaign, (author, *_) = marking_campaign()
    AskQuota.objects.create(campaign=campaign, domain="", task="ms", wanted=3)
    program = program_of(author)
    assert program.get("asks").json()["reason"] is None
    desk = program.post("asks/begin").json()
    key = key_of(campaign.videos.get())
    assert (desk["key"], desk["asks"], desk["returned"], desk["reason"]) == (key, [], [], None)
    assert set(desk["video"]) == {"proxy", "frames", "sheets"}
    assert set(desk["video"]["proxy"]) == SHOWN
    assert desk["video"]["proxy"]["type"] == "video/mp4"
    parts = [part.name for part in ClipPart.objects.order_by("kind")]
    found = [desk["video"]["frames"], *desk["video"]["sheets"]]
    assert [address.rpartition("/")[2] for address in found] == parts
    assert desk["videos"] == {key: desk["video"]}
    assert desk["wanted"] == [{"task": "ms", "wanted": 3, "have": 0}]
    made = program.post("asks", task="ms")
    assert (made.status_code, made.json()["number"], made.json()["video"]) == (201, 1, key)
    saved = program.put("asks/1", text="When does he fall?", segments=[[1000, 2000]])
    assert (saved.status_code, saved.json()["segments"]) == (200, [[1000, 2000]])
    sent = program.post("asks/1/submit", key="k", shown_ms=5000)
    assert (sent.status_code, sent.json()["state"]) == (200, "submitted")
    assert program.post("asks/1/submit", key="k").json() == sent.json()
    watched = program.post("viewing", key=key, watched=[[0, 60_000]], bookmarks=[4000], at_ms=60_000)
    assert watched.json() == {"video": desk["video"], "watched": [[0, 60_000]], "bookmarks": [4000]}
    desk = program.get("asks").json()
    assert ([ask["state"] for ask in desk["asks"]], desk["watched"]) == (["submitted"], [[0, 60_000]])
    assert desk["wanted"] == [{"task": "ms", "wanted": 3, "have": 1}]
    done = program.post("asks/finish").json()
    assert (done["key"], done["video"], done["asks"], done["reason"]) == (None, None, [], "no_work")
    assert (Pair.objects.count(), Seat.objects.filter(number=2).count()) == (1, 1)


def test_a_picture_comes_and_goes_by_the_key_of_its_video(program_of):
    campaign, (author, *_) = marking_campaign()
    begun(author)
    program, key = program_of(author), key_of(campaign.videos.get())
    program.post("asks", task="ims")
    condition = {"key": key, "at_ms": 500}
    assert program.put("asks/1", condition=condition).json()["condition"] == condition
    assert program.get("asks").json()["asks"][0]["condition"] == condition
    assert program.put("asks/1", condition=None).json()["condition"] is None


def test_a_video_that_is_cut_again_keeps_its_key_and_heartbeats_say_where_it_lies(program_of):
    campaign, (author, *_) = marking_campaign()
    begun(author)
    program, key = program_of(author), key_of(campaign.videos.get())
    before = program.get("asks").json()["video"]
    Clip.objects.update(key=random_key())
    ClipPart.objects.filter(kind="frames").update(key=random_key())
    heard = program.post("viewing", key=key).json()["video"]
    assert heard["proxy"]["url"] != before["proxy"]["url"]
    assert heard["frames"] != before["frames"]
    assert heard["sheets"] == before["sheets"]
    after = program.get("asks").json()
    assert (after["key"], after["videos"]) == (key, {key: heard})
    Clip.objects.update(state="failed", reason="the disk is full")
    assert program.post("viewing", key=key).status_code == 404


def test_a_returned_question_brings_its_video_and_its_reason(program_of):
    campaign, (author, *_) = marking_campaign(videos=2)
    video = begun(author).share.batch.video
    ask = submitted(author)
    program = program_of(author)
    program.post("asks/finish")
    return_ask(pair=ask.pair_id, reason="which of the two?", now=timezone.now())
    other = program.post("asks/begin").json()
    (returned,) = other["returned"]
    assert (returned["number"], returned["video"], returned["state"]) == (ask.number, key_of(video), "returned")
    assert (returned["reason"], returned["returns"], returned["version"]) == ("which of the two?", 1, 1)
    assert set(other["videos"]) == {key_of(video) for video in campaign.videos.all()}
    program.put(f"asks/{ask.number}", text="When does the left one fall?")
    again = program.post(f"asks/{ask.number}/submit", key="again").json()
    assert (again["state"], again["version"], again["returns"]) == ("submitted", 2, 1)
    assert program.get("asks").json()["returned"] == []


def test_a_program_saves_nothing_over_what_it_has_not_seen(program_of):
    _, (author, *_) = marking_campaign()
    begun(author)
    program = program_of(author)
    seen = program.post("asks", task="ms").json()["revision"]
    saved = program.put("asks/1", text="When does he fall?", revision=seen)
    assert (saved.status_code, saved.json()["revision"] > seen) == (200, True)
    late = program.put("asks/1", text="When?", revision=seen)
    assert (late.status_code, list(late.json())) == (400, ["revision"])
    assert program.get("asks").json()["asks"] == [saved.json()]
    assert program.put("asks/1", text="When?", revision=saved.json()["revision"]).status_code == 200
    assert program.put("asks/1", text="Where?").status_code == 200


def test_a_draft_can_be_deleted(program_of):
    _, (author, *_) = marking_campaign()
    begun(author)
    draft, program = drafted(author), program_of(author)
    assert program.send("delete", f"asks/{draft.number}").status_code == 204
    assert program.send("delete", f"asks/{draft.number}").status_code == 404
    assert program.get("asks").json()["asks"] == []


@pytest.mark.parametrize(
    ("method", "call", "body", "refusal"),
    [
        ("post", "asks", {"task": "ca"}, {"task": ["expected ms or ims"]}),
        ("post", "asks", {}, {"task": ["expected ms or ims"]}),
        ("put", "asks/1", {"text": 7}, {"text": ["expected a text, got an integer"]}),
        ("put", "asks/1", {"segments": [[2, 1]]}, {"segments": ["segment 1: ends at 1 ms, before its start at 2 ms"]}),
        ("put", "asks/1", {"segments": [[0, 1]] * 501}, {"segments": ["expected at most 500 segments, got 501"]}),
        (
            "put",
            "asks/1",
            {"condition": 3},
            {"condition": ["expected null or an object with key and at_ms, got an integer"]},
        ),
        ("post", "asks/1/submit", {}, {"key": ["This field is required."]}),
        ("post", "asks/1/submit", {"key": "k"}, {"segments": ["mark at least one segment that answers the question"]}),
        ("post", "asks/finish", {}, {"asks": ["submit or delete your drafts first: 1"]}),
        (
            "post",
            "viewing",
            {"watched": []},
            {"detail": "you have no such video, or it was replaced; ask for your work again"},
        ),
    ],
)
def test_bad_input_is_refused_with_its_field(program_of, method, call, body, refusal):
    _, (author, *_) = marking_campaign()
    begun(author)
    drafted(author, segments=[])
    answer = program_of(author).send(method, call, **body)
    assert (answer.status_code, answer.json()) == (404 if call == "viewing" else 400, refusal)


@pytest.mark.parametrize("call", ["asks/2", "asks/99999999999999999999999"])
def test_questions_of_others_and_of_nobody_are_not_there(program_of, call):
    _, (author, other, _) = marking_campaign(videos=2)
    begun(author), drafted(author)
    begun(other), drafted(other)
    program = program_of(author)
    assert program.put(call, text="mine").status_code == 404
    assert program.send("delete", call).status_code == 404
    assert program.post(f"{call}/submit", key="k").status_code == 404
    assert Ask.objects.filter(text="mine").count() == 0


def test_the_reason_says_why_there_is_nothing_to_write(program_of):
    campaign, (author, *_) = marking_campaign()
    learner = make_member(campaign, standing=Standing.TRAINING)
    assert program_of(learner).post("asks/begin").json()["reason"] == "training_required"
    Share.objects.all().delete()
    Clip.objects.update(state="failed")
    assert program_of(author).post("asks/begin").json()["reason"] == "no_work"
    Clip.objects.update(state="ready")
    type(campaign).objects.update(status="paused")
    assert program_of(author).get("asks").json()["reason"] == "paused"


def test_where_pairs_are_graded_nobody_writes(program_of):
    _, (member, _) = opened_campaign(pairs=1)
    answer = program_of(member).get("asks")
    assert (answer.status_code, answer.json()) == (400, {"campaign": ["nobody writes questions in this campaign"]})


def test_a_read_only_token_and_strangers_write_nothing(client):
    marking_campaign()
    assert client.get("/api/v1/asks/").status_code == 401


@pytest.mark.parametrize("questions", [1, 3])
def test_the_desk_takes_the_same_number_of_queries(program_of, django_assert_num_queries, questions):
    campaign, (author, *_) = marking_campaign(videos=1 + questions)
    AskQuota.objects.create(campaign=campaign, domain="", task="ms", wanted=9)
    program = program_of(author)
    for _ in range(questions):
        begun(author)
        ask = submitted(author)
        program.post("asks/finish")
        return_ask(pair=ask.pair_id, reason="why?", now=timezone.now())
    key = key_of(begun(author).share.batch.video)
    for _ in range(questions):
        drafted(author, task="ims", condition={"key": key, "at_ms": 100})
    with django_assert_num_queries(8):
        desk = program.get("asks").json()
    assert (len(desk["asks"]), len(desk["returned"])) == (questions, questions)


def test_nothing_of_others_stands_in_any_byte(world_of_marks):
    author, watch = world_of_marks
    client = WatchedClient(watch)
    client.force_login(author.user)
    calls = [
        ("get", "asks", {}),
        ("post", "asks/begin", {}),
        ("post", "asks", {"task": "ims"}),
        ("put", "asks/3", {"text": "When?", "segments": [[0, 900]]}),
        ("put", "asks/1", {"text": "mine now"}),
        ("post", "asks/1/submit", {"key": "k"}),
        ("post", "asks/3/submit", {"key": "k2"}),
        ("delete", "asks/2", {}),
        ("put", "asks/3", {"task": "ms"}),
        ("post", "asks/3/submit", {"key": "k3"}),
        ("post", "viewing", {"key": "nothing"}),
        ("post", "asks/finish", {}),
        ("get", "asks", {}),
    ]
    statuses = [
        getattr(client, method)(f"/api/v1/{call}/", body, content_type="application/json").status_code
        for method, call, body in calls
    ]
    assert statuses == [200, 200, 201, 200, 404, 404, 400, 404, 200, 200, 404, 200, 200]
    assert watch.leaks() == []


@pytest.fixture
def world_of_marks() -> tuple[Membership, Watch]:
    """An author beside another one, of whose work everything has a mark."""
    campaign, (author, other, _) = marking_campaign()
    begun(other)
    submitted(other, text=f"{WORD} question")
    drafted(other, text=f"{WORD} draft")
    make_whole_video(campaign, f"{WORD}-video")
    for video in campaign.videos.all():
        Video.objects.filter(pk=video.pk).update(name=f"{WORD}-{video.pk}", domain=f"{WORD}-domain")
    Membership.objects.filter(pk=other.pk).update(pseudonym=f"{WORD}-b")
    Clip.objects.update(reason=f"{WORD} reason", sha256=WORD * 10)
    Ask.objects.filter(state=AskState.SUBMITTED).update(reason=f"{WORD} note")
    return author, Watch()
