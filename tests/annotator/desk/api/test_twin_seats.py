"""Claiming, answering, changing and looking back in a twins campaign, as programs do."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotator.desk.selectors.clips import visible_clip
from annotator.models import Assignment, Judgement, Score, Seat, TwinCaption
from annotator.scoring.selectors.twins import twin_questions
from consensus.sweep.services import settle_campaign
from moments.models import Clip
from tests.annotator.desk.api.test_marking_seats import CLAIM, SCORES, post, signed_in
from tests.twins import BACKWARD, FORWARD, Road, twin_campaign

pytestmark = pytest.mark.django_db
JUDGEMENT = {"temporal": True, "criterion": "state", "unreal": "second"}


def entry(seat: str, key: str = "k1", **fields: object) -> dict[str, object]:
    return {"seat": seat, "key": key, "shown_ms": 4000, **fields}


def results(client: Client, *entries: object) -> list[dict]:
    return post(client, SCORES, {"scores": list(entries)}).json()["results"]


def clip_keys(seat: dict) -> list[str]:
    return [clip["url"] for clip in seat["clips"]]


@pytest.fixture
def judge():
    campaign, (first, *_) = twin_campaign()
    return signed_in(first)


@pytest.fixture
def writer():
    """A person whose next seat is to write captions."""
    road = now_road().judged()
    return road, signed_in(road.people[0])


def now_road(**twin: object) -> Road:
    road = Road(**twin)
    road.now = timezone.now() - timedelta(hours=1)
    return road


def only_seat(client: Client, task: str) -> dict:
    (seat,) = [seat for seat in post(client, CLAIM, {"count": 9}).json()["seats"] if seat["task"] == task]
    return seat


def test_a_judge_gets_two_clips_and_nothing_that_tells_them_apart(judge):
    seat = only_seat(judge, "judge")
    assert sorted(seat) == ["clips", "id", "query", "task"]
    assert [sorted(clip) for clip in seat["clips"]] == [["bytes", "height", "seconds", "type", "url", "width"]] * 2
    question = twin_questions([Seat.objects.get(public_id=seat["id"]).pk])
    shown = next(iter(question.values())).clips
    keys = dict(Clip.objects.values_list("moment", "key"))
    assert [keys[moment] in url for moment, url in zip(shown, clip_keys(seat), strict=True)] == [True, True]


def test_a_judgement_is_stored_by_direction_and_answered_as_it_was_given(judge):
    seat = only_seat(judge, "judge")
    (result,) = results(judge, entry(seat["id"], judgement=JUDGEMENT))
    assert (result["status"], result["answer"]) == ("saved", {"judgement": JUDGEMENT})
    stored = Judgement.objects.get()
    assert stored.unreal == ("backward" if stored.forward_first else "forward")
    assert Score.objects.get().relevance is None
    (again,) = results(judge, entry(seat["id"], judgement=JUDGEMENT))
    assert (again["status"], again["detail"]) == ("duplicate", "stored as yes, state, unreal: second")


def test_a_judgement_is_changed_within_its_grace_and_nothing_else_replaces_it(judge):
    seat = only_seat(judge, "judge")
    results(judge, entry(seat["id"], judgement=JUDGEMENT))
    no = {"temporal": False, "criterion": None, "unreal": None}
    refused, changed = results(
        judge, entry(seat["id"], "k2", judgement=no), entry(seat["id"], "k3", judgement=no, replaces="k1")
    )
    assert (refused["status"], refused["code"]) == ("refused", "other_value")
    assert (changed["status"], changed["answer"]) == ("changed", {"judgement": no})
    current = Judgement.objects.get(score__current=True)
    assert (current.temporal, current.criterion, current.unreal) == (False, "", "")


@pytest.mark.parametrize(
    ("fields", "detail"),
    [
        ({}, "judgement: is missing"),
        ({"relevance": 3}, "relevance: this seat takes a field judgement instead"),
        ({"judgement": JUDGEMENT, "captions": ["a", "b"]}, "captions: this seat takes a field judgement instead"),
        ({"judgement": 3}, "judgement: expected an object"),
        ({"judgement": {"temporal": 1}}, "judgement: temporal: expected true or false"),
        (
            {"judgement": {**JUDGEMENT, "criterion": "colour"}},
            "judgement: criterion: expected activity, sequence, state, position",
        ),
        (
            {"judgement": {**JUDGEMENT, "unreal": "backward"}},
            "judgement: unreal: expected neither, first, second, both",
        ),
        ({"judgement": {**JUDGEMENT, "unreal": ["first"]}}, "judgement: unreal: expected neither, first, second, both"),
        (
            {"judgement": {"temporal": False, "criterion": "state", "unreal": None}},
            "judgement: criterion: expected nothing where the order of time does not matter",
        ),
    ],
)
def test_a_bad_judgement_is_refused_by_name_and_stores_nothing(judge, fields, detail):
    seat = only_seat(judge, "judge")
    (result,) = results(judge, entry(seat["id"], **fields))
    assert (result["status"], result["code"], result["detail"]) == ("refused", "bad_entry", detail)
    assert Score.objects.count() == 0


def test_a_writer_gets_what_is_wanted_and_stores_both_captions(writer):
    road, client = writer
    seat = only_seat(client, "caption")
    assert (seat["wanted"], seat["texts"], seat["locked"], seat["reason"]) == (
        [True, True],
        ["", ""],
        [False, False],
        "",
    )
    (result,) = results(client, entry(seat["id"], captions=[f"  {FORWARD} ", BACKWARD]))
    assert (result["status"], result["answer"]) == ("saved", {"captions": [FORWARD, BACKWARD]})
    stored = TwinCaption.objects.get()
    assert {stored.forward_text, stored.backward_text} == {FORWARD, BACKWARD}
    assert (stored.forward_text == FORWARD) == stored.forward_first


# What is wrong with the texts is seen before anything is stored: on PostgreSQL one of them will do.
BAD_CAPTIONS: list[tuple[object, str]] = [
    (None, "captions: expected a list of two texts, null where none is asked for"),
    (["A man opens a door"], "captions: expected a list of two texts, null where none is asked for"),
    ([FORWARD, None], "captions: second: expected a text"),
    ([FORWARD, 7], "captions: second: expected a text"),
    ([FORWARD, "door"], "captions: second: The caption has 1 word. Write at least 3."),
    ([FORWARD, "word " * 10_000], "captions: second: The caption has 10,000 words. Write at most 60."),
    (["<b>A man</b> opens it", BACKWARD], "captions: first: The caption contains “<”. Write plain text."),
    (
        ["Человек открывает дверь", BACKWARD],
        "captions: first: None of the letters are Latin. Write in the script of the campaign.",
    ),
    (
        [FORWARD, "The video is reversed here"],
        "captions: second: “reversed” says how the clip is played. Say what happens in it.",
    ),
    ([FORWARD, FORWARD.upper()], "captions: The two captions are the same. Say what differs between the clips."),
]


@pytest.mark.parametrize(
    ("captions", "detail"),
    [pytest.param(*bad, marks=[pytest.mark.once] if place else []) for place, bad in enumerate(BAD_CAPTIONS)],
)
def test_a_bad_caption_is_refused_by_name_and_stores_nothing(writer, captions, detail):
    _, client = writer
    (result,) = results(client, entry(only_seat(client, "caption")["id"], captions=captions))
    assert (result["status"], result["detail"]) == ("refused", detail)
    assert TwinCaption.objects.count() == 0


def test_of_a_single_clip_one_caption_is_wanted():
    road = now_road().judged("backward", "backward")
    client = signed_in(road.people[0])
    seat = only_seat(client, "caption")
    assert sorted(seat["wanted"]) == [False, True]
    texts = [FORWARD if wanted else None for wanted in seat["wanted"]]
    (refused,) = results(client, entry(seat["id"], captions=[FORWARD, BACKWARD]))
    assert re.fullmatch("captions: (first|second): no caption of this clip is asked for", refused["detail"])
    (result,) = results(client, entry(seat["id"], captions=texts))
    assert (result["status"], TwinCaption.objects.get().forward_text) == ("saved", FORWARD)


def test_a_returned_caption_comes_back_with_its_reason_and_the_other_one_is_locked():
    road = now_road().judged().written().assigned(1, backward=True, right=False)
    client = signed_in(road.people[0])
    seat = only_seat(client, "caption")
    place = seat["texts"].index(BACKWARD)
    assert seat["texts"][1 - place] == FORWARD
    assert (seat["locked"][place], seat["locked"][1 - place]) == (False, True)
    assert seat["reason"] == "Somebody assigned this caption to the other clip."
    texts = list(seat["texts"])
    (same,) = results(client, entry(seat["id"], captions=texts))
    assert same["detail"].endswith("this caption came back; write it differently")
    texts[1 - place], texts[place] = "Somebody else does something else", "A man pushes a green door shut"
    (locked,) = results(client, entry(seat["id"], captions=texts))
    assert locked["detail"].endswith("this caption is kept as it was; leave it unchanged")
    texts[1 - place] = None
    (saved,) = results(client, entry(seat["id"], captions=texts))
    assert saved["status"] == "saved"
    assert TwinCaption.objects.get(score__key="k1").forward_text == FORWARD


@pytest.mark.parametrize(
    ("backward_right", "reason"),
    [
        (None, "Somebody could not tell from this caption which of the two clips it describes."),
        (False, "First: {first} Second: {second}"),
    ],
)
def test_what_both_captions_came_back_for_is_said_once_or_with_the_place_of_each(backward_right, reason):
    road = now_road().judged().written()
    wrong = "Somebody assigned this caption to the other clip."
    untold = "Somebody could not tell from this caption which of the two clips it describes."
    road.assigned(1, backward=True, right=backward_right).assigned(2, right=None)
    seat = only_seat(signed_in(road.people[0]), "caption")
    forward_first = seat["texts"].index(FORWARD) == 0
    first, second = (untold, wrong) if forward_first else (wrong, untold)
    assert seat["reason"] == reason.format(first=first, second=second)


def test_a_checker_gets_one_caption_with_both_clips_and_may_say_that_they_cannot_tell():
    road = now_road().judged().written()
    road.freed()
    client = signed_in(road.people[2])
    seats = [seat for seat in post(client, CLAIM, {"count": 9}).json()["seats"] if seat["task"] == "assign"]
    assert sorted(seat["caption"] for seat in seats) == sorted([FORWARD, BACKWARD])
    one, other = seats
    assert sorted(one) == ["cannot_tell", "caption", "clips", "id", "query", "task"]
    assert sorted(clip_keys(one)) == sorted(clip_keys(other))
    first, second, bad = results(
        client,
        entry(one["id"], "k1", assignment={"chosen": 2}),
        entry(other["id"], "k2", assignment={"chosen": None}),
        entry(other["id"], "k3", assignment={"chosen": 3}, replaces="k2"),
    )
    assert (first["answer"], second["answer"]) == ({"assignment": {"chosen": 2}}, {"assignment": {"chosen": None}})
    assert bad["detail"] == "assignment: chosen: expected an integer from 1 to 2, or null"
    assert Assignment.objects.get(score__key="k1").chosen is not None
    assert Assignment.objects.get(score__key="k2").chosen is None


def test_where_the_protocol_has_no_cannot_tell_nobody_may_say_it():
    road = now_road(cannot_tell=False).judged().written()
    road.freed()
    client = signed_in(road.people[2])
    seat = post(client, CLAIM, {"count": 9}).json()["seats"][0]
    (result,) = results(client, entry(seat["id"], assignment={"chosen": None}))
    assert result["detail"] == "assignment: chosen: expected an integer from 1 to 2"


def test_past_answers_show_the_clips_in_the_order_in_which_they_were_seen():
    road = now_road().judged().written()
    road.freed()
    client = signed_in(road.people[2])
    seats = {seat["id"]: seat for seat in post(client, CLAIM, {"count": 9}).json()["seats"]}
    results(client, *(entry(one, one[:8], assignment={"chosen": 1}) for one in seats))
    past = client.get(f"{SCORES}?last=5").json()["scores"]
    assert len(past) == 2
    for score in past:
        claimed = seats[score["seat"]]
        assert {key: score[key] for key in ("task", "query", "clips", "caption")} == {
            key: claimed[key] for key in ("task", "query", "clips", "caption")
        }
        assert (score["assignment"], score["changeable"]) == ({"chosen": 1}, True)


@pytest.mark.parametrize("twins", [1, 3])
def test_a_claim_takes_the_same_number_of_statements_for_one_and_for_three_clips(twins, django_assert_max_num_queries):
    campaign, (first, *_) = twin_campaign(twins=twins)
    client = signed_in(first)
    post(client, CLAIM, {"count": 9})
    with django_assert_max_num_queries(11):
        assert len(post(client, CLAIM, {"count": 1}).json()["seats"]) == twins


def test_people_may_see_both_clips_of_a_held_seat_and_no_other():
    campaign, (first, second, *_) = twin_campaign(twins=2)
    client = signed_in(first)
    seat = post(client, CLAIM, {"count": 1}).json()["seats"][0]
    held = Seat.objects.get(public_id=seat["id"])
    shown = twin_questions([held.pk])[held.pk].clips
    names = {clip.moment_id: clip.name for clip in Clip.objects.all()}
    seen = {moment for moment, name in names.items() if visible_clip(first.user, name) is not None}
    assert seen == set(shown)
    assert all(visible_clip(second.user, name) is None for name in names.values())


def test_nothing_of_direction_reaches_an_annotator():
    """Every byte of the road, searched for words of direction and for what a moment is called."""
    road = now_road(twins=2, lookalike_share=1.0, lookalikes=1, checkers=1)
    told = []

    class Heard(Client):
        def request(self, **request):
            answer = super().request(**request)
            told.append(answer.content.decode() + str(answer.headers))
            return answer

    def heard(person):
        client = Heard()
        client.force_login(road.people[person].user)
        return client

    def work(client):
        seats = post(client, CLAIM, {"count": 9}).json()["seats"]
        for number, seat in enumerate(seats):
            answers = {
                "judge": {"judgement": {**JUDGEMENT, "unreal": "neither"}},
                "caption": {"captions": [f"{FORWARD} {number}", f"{BACKWARD} {number}"]},
            }
            given = answers.get(seat["task"], {"assignment": {"chosen": 1}})
            results(client, entry(seat["id"], seat["id"][:30], **given))
        client.get(f"{SCORES}?last=50")
        return {seat["task"] for seat in seats}

    clients = [heard(person) for person in range(6)]
    tasks = set()
    later = timezone.now()
    for _ in range(8):
        for client in clients:
            tasks |= work(client)
        Score.objects.filter(final=False).update(changeable_until=later)
        settle_campaign(campaign=road.campaign, now=later + timedelta(seconds=1))
    assert tasks == {"judge", "caption", "assign", "lookalikes"}
    text = "\n".join(told).replace(FORWARD, "").replace(BACKWARD, "")
    names = [video.name for video in road.campaign.videos.all()]  # short numbers stand in random keys by chance
    assert [word for word in ("forward", "backward", "reverse", "direction", "desc_id", *names) if word in text] == []
