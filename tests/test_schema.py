"""The OpenAPI document: valid, complete, without a warning, and naming every call."""

import io

import pytest
from django.core.management import call_command

from console.steps.api.registry import STEPS

pytestmark = pytest.mark.django_db

CALLS = {
    "/api/v1/seats/claim/": {"post"},
    "/api/v1/scores/": {"post", "get"},
    "/api/v1/problems/": {"post"},
    "/api/v1/news/": {"get", "post"},
    "/api/v1/session/": {"post"},
    "/api/v1/me/": {"get"},
    "/api/v1/twin-captions/check/": {"post"},
    "/api/v1/campaigns/{slug}/twins/waiting/": {"get"},
    "/api/v1/campaigns/{slug}/twins/{number}/decide/": {"post"},
    "/api/v1/campaigns/{slug}/twins/{number}/undo/": {"post"},
    "/api/v1/campaigns/{slug}/rewrites/sample/": {"get"},
    "/api/v1/campaigns/{slug}/rewrites/{number}/review/": {"post"},
    "/api/v1/campaigns/{slug}/rewrites/{number}/undo/": {"post"},
    "/api/v1/asks/": {"get", "post"},
    "/api/v1/asks/begin/": {"post"},
    "/api/v1/asks/finish/": {"post"},
    "/api/v1/asks/{number}/": {"put", "delete"},
    "/api/v1/asks/{number}/submit/": {"post"},
    "/api/v1/viewing/": {"post"},
    "/api/v1/campaigns/{slug}/exports/": {"get", "post"},
    "/api/v1/campaigns/{slug}/exports/{number}/": {"get"},
    "/api/v1/campaigns/{slug}/exports/{number}/download/": {"get"},
    "/api/v1/captions/next/": {"post"},
    "/api/v1/captions/{number}/judge/": {"post"},
    "/api/v1/campaigns/{slug}/exam/": {"get", "post"},
    "/api/v1/campaigns/{slug}/exam/open/": {"post"},
    "/api/v1/campaigns/{slug}/exam/close/": {"post"},
    "/api/v1/campaigns/{slug}/exam/permits/": {"get", "post"},
    "/api/v1/campaigns/{slug}/exam/samples/": {"get"},
    "/api/v1/campaigns/{slug}/exam/samples/{number}/grade/": {"post"},
    "/api/v1/campaigns/{slug}/exam/samples/{number}/undo/": {"post"},
    "/api/v1/campaigns/{slug}/captions/": {"get"},
    "/api/v1/campaigns/{slug}/captions/write/": {"post"},
    "/api/v1/campaigns/{slug}/captions/draw/": {"post"},
    "/api/v1/campaigns/{slug}/captions/{number}/decide/": {"post"},
    "/api/v1/campaigns/{slug}/steps/": {"get"},
    **{f"/api/v1/campaigns/{{slug}}/steps/{step.name}/": {"get", "post"} for step in STEPS},
    "/api/v1/campaigns/{slug}/runs/": {"get", "post"},
    "/api/v1/campaigns/{slug}/runs/{number}/": {"get", "delete"},
    "/api/v1/campaigns/{slug}/runs/compare/": {"get"},
    "/api/v1/campaigns/{slug}/runs/measures/": {"get", "post"},
    "/api/v1/campaigns/{slug}/runs/stability/": {"get", "post"},
}


def test_the_document_is_valid_and_without_warnings() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=io.StringIO())


def test_every_call_stands_in_it(client) -> None:
    schema = client.get("/api/schema/", {"format": "json"}).json()
    assert {path: set(calls) for path, calls in schema["paths"].items()} == CALLS
    assert schema["components"]["securitySchemes"]["token"]["in"] == "header"


@pytest.mark.parametrize(
    ("shape", "fields"),
    [
        ("ClipShape", "url type width height seconds bytes sound"),
        (
            "LessonShape",
            "truth level explanation earlier segments earlier_segments temporal unreal earlier_judgement",
        ),
        ("ClaimShape", "seats left reason news videos"),
        ("ClaimRequestRequest", "count plays known shown campaign"),
        (
            "EntryShapeRequest",
            "seat relevance key shown_ms ago_ms plays replaces segments specific condition_needed complete note pieces "
            "judgement captions assignment",
        ),
        (
            "SeatShape",
            "id query clip lesson task video condition pieces clips caption cannot_tell wanted texts locked reason "
            "sample",
        ),
        ("ReplyShapeRequest", "span word segments"),
        ("ScoresRequestRequest", "scores claim plays known shown campaign"),
        ("ResultShape", "seat status detail relevance changeable_until code answer"),
        ("ScoresAnswer", "results seats left reason news videos"),
        ("ProblemRequestRequest", "seat kind note key ago_ms shown_ms campaign"),
        ("NewsRequestRequest", "messages answers guideline campaign"),
        ("NewsAnswer", "messages answers guideline"),
        ("AnswerShape", "id query question answer answered_at"),
        ("GuidelineShape", "version read"),
        ("SessionRequestRequest", "worker_id password"),
        ("SessionAnswer", "worker_id"),
        ("AsksAnswer", "key video videos watched bookmarks asks returned wanted reason"),
        ("AskShape", "number video task text condition segments state version reason returns revision"),
        ("VideoShape", "proxy frames sheets"),
        ("ViewingRequestRequest", "key watched bookmarks at_ms campaign"),
    ],
)
def test_the_fields_of_the_desk_stand_in_it(client, shape: str, fields: str) -> None:
    schemas = client.get("/api/schema/", {"format": "json"}).json()["components"]["schemas"]
    found = schemas.get(shape) or schemas[shape.removesuffix("Request")]
    assert set(found["properties"]) == set(fields.split())


def test_the_schema_describes_the_persons_progress(client) -> None:
    me = client.get("/api/schema/", {"format": "json"}).json()["components"]["schemas"]["MeAnswer"]["properties"]
    assert {"pace_s", "active_hours", "active_hours_today", "idle_s", "time_zone"} <= set(me)


def test_signing_in_needs_no_authentication(client) -> None:
    call = client.get("/api/schema/", {"format": "json"}).json()["paths"]["/api/v1/session/"]["post"]
    assert not call.get("security")
