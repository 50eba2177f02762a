"""The REST API of exams in twins campaigns: the bank, results, and samples of captions."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from annotator.models import SampleGrade, WritingPermit
from annotator.twins.answers import KnownCase
from moments.models import LedgerEntry, Pair
from tests.annotator.exam.twin_scenes import judge_exam, passed_judging, sitter, swept, twin_exam, write_sample
from tests.factories import NOW, make_lead, make_twins
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db

EXAM = "/api/v1/campaigns/arrow/exam/"
JSON = {"content_type": "application/json"}


def led(campaign) -> Client:
    client = Client()
    client.force_login(make_lead(campaign).user)
    return client


def bank(campaign, count: int = 3) -> list[dict[str, object]]:
    """Clips for an exam, one of each case."""
    cases = [case.value for case in KnownCase]
    clips = [twin.forward.desc_id for twin in make_twins(campaign, count)]
    return [{"clip": clip, "case": cases[place % 3], "explanation": "See."} for place, clip in enumerate(clips)]


def test_a_program_makes_an_exam_with_its_right_answers():
    campaign, _ = twin_campaign(people=0)
    clips = bank(campaign)
    client = led(campaign)
    assert client.get(EXAM).status_code == 404
    wanted = {"clips": clips, "writing": [clips[0]["clip"]], "most_case_misalignment": 0.5}
    answered = client.post(EXAM, wanted, **JSON)
    assert answered.status_code == 201
    body = answered.json()
    assert (body["exam"], body["state"], body["writing"]) == (1, "draft", [clips[0]["clip"]])
    assert [{name: one[name] for name in ("clip", "case", "explanation")} for one in body["clips"]] == clips
    assert campaign.exams.get().most_case_misalignment == 0.5


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"clips": []}, "clips"),
        ({"clips": None}, "clips"),
        ({"clips": [{"clip": clip, "case": "twins"} for clip in (7, 8, 9)]}, "clips"),
        ({"clips": [{"clip": 2**63, "case": "twins"}] * 3}, "clips"),
        ({"clips": [{"clip": 1, "case": "a\0"}] * 3}, "clips"),
        ({"clips": [{"clip": 1, "case": "twins", "explanation": "a\0"}] * 3}, "clips"),
        ({"clips": [{"clip": 7, "case": "both"}]}, "clips"),
        ({"writing": [9999]}, "writing"),
        ({"writing": [2**70]}, "writing"),
        ({"writing": [[]]}, "writing"),
        ({"most_misalignment": 2}, "detail"),
        ({"seed": -1}, "seed"),
    ],
)
def test_a_bad_exam_is_refused_and_nothing_is_made(wrong, field):
    campaign, _ = twin_campaign(people=0)
    before = Pair.objects.count()
    answered = led(campaign).post(EXAM, {"clips": bank(campaign), **wrong}, **JSON)
    assert (answered.status_code, list(answered.json())) == (400, [field])
    assert (campaign.exams.count(), Pair.objects.count()) == (0, before)


def test_a_clip_that_is_there_twice_is_refused():
    """Only the last of its right answers would have counted."""
    campaign, _ = twin_campaign(people=0)
    clips, client = bank(campaign), led(campaign)
    first = clips[0]["clip"]
    for wrong in ({"clips": [*clips, {"clip": first, "case": "dropped"}]}, {"clips": clips, "writing": [first] * 2}):
        answered = client.post(EXAM, wrong, **JSON)
        assert (answered.status_code, next(iter(answered.json().values()))) == (400, [f"clip {first} appears twice"])
    assert campaign.exams.count() == 0


def test_results_are_read():
    exam = twin_exam(("twins", "single", "dropped"))
    member = sitter(exam)
    judge_exam(member, exam, {KnownCase.SINGLE: KnownCase.TWINS})
    swept(exam.campaign, NOW)
    body = led(exam.campaign).get(EXAM).json()
    assert [(one["case"], one["answered"], one["missed"]) for one in body["clips"]] == [
        ("twins", 1, 0),
        ("single", 1, 1),
        ("dropped", 1, 0),
    ]
    (sitting,) = body["sittings"]
    assert (sitting["worker"], sitting["state"]) == (member.pseudonym, "relabel")
    assert sitting["missed_by_case"] == {"twins": 0, "single": 1, "dropped": 0}


def test_samples_are_listed_and_graded():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    client = led(exam.campaign)
    body = client.get(f"{EXAM}samples/").json()
    assert [(one["id"], one["worker"], one["passed"]) for one in body["samples"]] == [
        (score.pk, member.pseudonym, None)
    ]
    assert body["next"] is None
    assert client.get(f"{EXAM}samples/?after={score.pk}").json()["samples"] == []
    assert client.get(f"{EXAM}samples/?after=x").status_code == 400
    address = f"{EXAM}samples/{score.pk}/grade/"
    refused = client.post(address, {"passed": False}, **JSON)
    assert (refused.status_code, refused.json()) == (400, {"remark": ["say what is wrong; the person reads it"]})
    assert not SampleGrade.objects.exists()
    graded = client.post(address, {"passed": True}, **JSON)
    assert (graded.status_code, graded.json()["passed"]) == (200, True)
    assert client.post(address, {"passed": True}, **JSON).json() == {
        "score": ["somebody else has just graded these captions"]
    }
    assert client.get(EXAM).json()["may_write"] == [member.pseudonym]
    assert WritingPermit.objects.filter(member=member).exists()
    assert client.post(f"{EXAM}samples/1/grade/", {"passed": True}, **JSON).status_code == 404
    undone = client.post(f"{EXAM}samples/{score.pk}/undo/")
    assert (undone.status_code, undone.json()) == (200, {"id": score.pk, "may_write": []})
    again = client.post(f"{EXAM}samples/{score.pk}/undo/")
    assert (again.status_code, again.json()) == (400, {"score": ["nobody has graded these captions"]})
    assert [one["id"] for one in client.get(f"{EXAM}samples/").json()["samples"]] == [score.pk]
    assert client.post(f"{EXAM}samples/1/undo/").status_code == 404


def test_an_exam_is_opened_and_closed():
    campaign, _ = twin_campaign(people=0)
    client = led(campaign)
    for unknown in (1, 2**31, 2**70):
        assert client.post(f"{EXAM}open/", {"exam": unknown}, **JSON).status_code == 404
    for body in ([], "x", None):
        assert client.post(f"{EXAM}open/", json.dumps(body), **JSON).status_code == 400
    clips = bank(campaign)
    client.post(EXAM, {"clips": clips}, **JSON)
    opened = client.post(f"{EXAM}open/", {"exam": 1}, **JSON)
    assert (opened.status_code, opened.json()["state"], len(opened.json()["clips"])) == (200, "frozen", 3)
    again = client.post(f"{EXAM}open/", {"exam": 1}, **JSON)
    assert (again.status_code, again.json()) == (400, {"detail": ["exam 1 is frozen; only a draft can be opened"]})
    late = client.post(f"{EXAM}close/", {"exam": 1, "state": "draft"}, **JSON)
    assert (late.status_code, "read again" in late.json()["detail"][0]) == (400, True)
    closed = client.post(f"{EXAM}close/", {"exam": 1, "state": "frozen"}, **JSON)
    assert closed.json() == {"exam": 1, "state": "closed"}
    kinds = LedgerEntry.objects.filter(campaign=campaign, kind__in=("exam_opened", "exam_closed"))
    assert list(kinds.order_by("number").values_list("kind", flat=True)) == ["exam_opened", "exam_closed"]


def test_a_draft_that_is_closed_is_deleted():
    campaign, _ = twin_campaign(people=0)
    client = led(campaign)
    client.post(EXAM, {"clips": bank(campaign)}, **JSON)
    assert client.post(f"{EXAM}close/", {"exam": 1, "state": "draft"}, **JSON).json() == {"exam": 1, "state": None}
    assert client.post(f"{EXAM}close/", {"exam": 1, "state": "draft"}, **JSON).status_code == 404


@pytest.mark.parametrize("what", ["open", "close"])
@pytest.mark.parametrize("exam", [None, 0, -1, "x", [1], {"a": 1}])
def test_a_number_that_is_none_is_refused(what, exam):
    campaign, _ = twin_campaign(people=0)
    answered = led(campaign).post(f"{EXAM}{what}/", {"exam": exam, "state": "draft"}, **JSON)
    assert (answered.status_code, list(answered.json())) == (400, ["exam"])


def test_a_person_is_let_write_and_no_longer():
    exam = twin_exam(writes=1, people=2)
    client = led(exam.campaign)
    one, other = exam.campaign.members.filter(role="annotator").order_by("pk")
    assert client.get(f"{EXAM}permits/").json() == {"asks": True, "may_write": []}
    wanted = {"worker": one.pseudonym, "may_write": True, "reason": "known"}
    for _ in range(2):
        assert client.post(f"{EXAM}permits/", wanted, **JSON).json()["may_write"] == [one.pseudonym]
    assert client.get(EXAM).json()["may_write"] == [one.pseudonym]
    wanted["may_write"] = False
    assert client.post(f"{EXAM}permits/", wanted, **JSON).json() == {"asks": True, "may_write": []}
    entries = LedgerEntry.objects.filter(campaign=exam.campaign, kind__startswith="writing_").order_by("number")
    assert list(entries.values_list("kind", flat=True)) == ["writing_permitted", "writing_barred"]
    assert not WritingPermit.objects.filter(member=other).exists()


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"worker": "A999"}, 404),
        ({"worker": ""}, 400),
        ({"worker": "a\0"}, 400),
        ({"worker": None}, 400),
        ({"may_write": "perhaps"}, 400),
        ({"reason": "x" * 1001}, 400),
    ],
)
def test_a_bad_permit_is_refused(wrong, status):
    exam = twin_exam(writes=1, people=1)
    client = led(exam.campaign)
    member = exam.campaign.members.get(role="annotator")
    wanted = {"worker": member.pseudonym, "may_write": True, **wrong}
    assert client.post(f"{EXAM}permits/", wanted, **JSON).status_code == status
    assert not WritingPermit.objects.exists()


def test_a_lead_is_not_let_write():
    exam = twin_exam(writes=1)
    client = led(exam.campaign)
    lead = exam.campaign.members.get(role="lead")
    answered = client.post(f"{EXAM}permits/", {"worker": lead.pseudonym, "may_write": True}, **JSON)
    assert (answered.status_code, list(answered.json())) == (400, ["person"])
