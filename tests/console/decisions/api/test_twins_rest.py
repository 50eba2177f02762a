"""Leads of twins list what waits and decide it by program."""

from __future__ import annotations

import pytest
from django.test import Client

from consensus.models import TwinTruth, Verdict
from tests.factories import make_lead
from tests.twins import Road

pytestmark = pytest.mark.django_db
HERE = "/api/v1/campaigns/arrow/twins/"


class Program:
    """A lead's program at a road's campaign."""

    def __init__(self, road: Road) -> None:
        self.road, self.lead, self.client = road, make_lead(road.campaign), Client()
        self.client.force_login(self.lead.user)

    def waiting(self) -> list[dict[str, object]]:
        answer = self.client.get(f"{HERE}waiting/")
        assert (answer.status_code, answer.json()["next"]) == (200, None)
        return answer.json()["waiting"]

    def post(self, number: int, what: str, **body: object):
        return self.client.post(f"{HERE}{number}/{what}/", body, content_type="application/json")


@pytest.fixture
def disputed() -> Program:
    return Program(Road().judged("neither", "backward", "no"))


@pytest.fixture
def failed() -> Program:
    return Program(Road(most_returns=0).judged().written().assigned(1, right=False))


def test_a_clip_waits_with_what_each_person_said_and_is_judged_and_undone(disputed):
    (row,) = disputed.waiting()
    assert (row["pair"], row["task"], row["forward"]) == (1, "judge", [])
    assert [(one["temporal"], one["unreal"]) for one in row["judgements"]] == [
        (True, "neither"),
        (True, "backward"),
        (False, None),
    ]
    given = {"decision": "judge", "reason": "seen", "criterion": "state", "unreal": "neither"}
    answer = disputed.post(1, "decide", **given)
    assert (answer.status_code, answer.json()["outcome"], disputed.waiting()) == (200, "twins", [])
    late = disputed.post(1, "decide", **given)
    assert (late.status_code, "adjudicated, by" in late.json()["detail"]) == (409, True)
    undone = disputed.post(1, "undo", verdict=answer.json()["verdict"])
    assert (undone.status_code, len(disputed.waiting()), disputed.road.breaches()) == (200, 1, [])
    assert disputed.post(1, "undo").status_code == 409


def test_time_that_does_not_matter_drops_the_clip(disputed):
    assert disputed.post(1, "decide", decision="judge", reason="seen", temporal=False).json()["outcome"] == "dropped"
    assert TwinTruth.objects.get().temporal is False


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"decision": "judge", "reason": "seen"}, "criterion"),
        ({"decision": "judge", "reason": "seen", "criterion": "state"}, "unreal"),
        ({"decision": "judge", "reason": "seen", "temporal": False, "criterion": "state"}, "criterion"),
        ({"decision": "judge", "reason": " "}, "reason"),
        ({"decision": "judge", "reason": "a\0b"}, "reason"),
        ({"decision": "keep", "reason": "seen"}, "decision"),
        ({"decision": "judge", "reason": "x" * 1001}, "reason"),
        ({"decision": "accept", "reason": "seen"}, "detail"),
    ],
)
def test_a_decision_that_cannot_be_made_names_its_field(disputed, body, field):
    answer = disputed.post(1, "decide", **body)
    assert (answer.status_code, list(answer.json()), Verdict.objects.count()) == (400, [field], 0)


def test_a_caption_waits_with_all_versions_and_is_decided(failed):
    (row,) = failed.waiting()
    assert (row["task"], row["direction"]) == ("assign", "forward")
    assert [(one["text"], [check["result"] for check in one["checks"]]) for one in row["forward"]] == [
        ("A man opens the green door", ["wrong"])
    ]
    assert row["backward"][0]["checks"] == []
    for decision, kind in (("return", "returned"), ("drop", "withdrawn"), ("accept", "adjudicated")):
        assert failed.post(row["pair"], "decide", decision=decision, reason="seen").json()["kind"] == kind
        assert failed.post(row["pair"], "undo", reason="a mistake").status_code == 200
        assert (len(failed.waiting()), failed.road.breaches()) == (1, [])
