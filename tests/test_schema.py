"""The OpenAPI document: valid, complete, without a warning, and naming every call."""

import io

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db

CALLS = {
    "/api/v1/seats/claim/": {"post"},
    "/api/v1/scores/": {"post", "get"},
    "/api/v1/problems/": {"post"},
    "/api/v1/me/": {"get"},
}


def test_the_document_is_valid_and_without_warnings() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=io.StringIO())


def test_every_call_stands_in_it(client) -> None:
    schema = client.get("/api/schema/", {"format": "json"}).json()
    assert {path: set(calls) for path, calls in schema["paths"].items()} == CALLS
    assert schema["components"]["securitySchemes"]["token"]["in"] == "header"
    seat = schema["components"]["schemas"]["SeatShape"]["properties"]
    assert set(seat) == {"id", "query", "clip"}
