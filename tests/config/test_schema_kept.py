"""The OpenAPI document is made once a process, whatever clients ask with it, and caches may keep it."""

from __future__ import annotations

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from config.schema import document
from tests.factories import make_user

pytestmark = pytest.mark.django_db
ADDRESS = "/api/schema/"
ASKED = [
    *({"version": version} for version in ("1.0.0", "x" * 500, "a b", "é")),
    *({"lang": language} for language in ("en", "de", "nothing", "en-gb")),
    *({"anything": str(number)} for number in range(5)),
]
ACCEPTED = ("*/*", "application/yaml", "application/json", "application/json; indent=1", "application/vnd.oai.openapi")


@pytest.fixture
def made(monkeypatch) -> list[str]:
    """An entry for each time that the library works out the document."""
    times: list[str] = []
    work_out = SchemaGenerator.get_schema

    def counted(self, *args, **kwargs):
        times.append("once")
        return work_out(self, *args, **kwargs)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    document.cache_clear()
    return times


def test_the_document_is_made_once_a_format_whatever_is_asked(made) -> None:
    answers = [
        Client().get(ADDRESS, query, headers={"Accept": accepted, "Accept-Language": language})
        for query in ASKED
        for accepted in ACCEPTED
        for language in ("de", "en", "")
    ]

    assert {answer.status_code for answer in answers} == {200}
    assert (len(made), document.cache_info().currsize) == (2, 2)
    assert len({answer.content for answer in answers}) == 2


def test_the_document_is_kept_by_caches_and_asked_about_by_its_etag() -> None:
    first = Client().get(ADDRESS, {"format": "json"})
    again = Client().get(ADDRESS, {"format": "json"}, headers={"If-None-Match": first["ETag"]})
    other = Client().get(ADDRESS, {"format": "yaml"}, headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, again.status_code, other.status_code) == (200, 304, 200)
    assert (again.content, again["ETag"]) == (b"", first["ETag"])
    assert [answer["Cache-Control"] for answer in (first, again, other)] == ["no-cache"] * 3
    assert {"Accept", "Cookie"} <= {name.strip() for name in first["Vary"].split(",")}
    assert "Set-Cookie" not in first.headers


def test_the_document_is_the_same_for_everybody() -> None:
    known = Client()
    known.force_login(make_user())

    assert known.get(ADDRESS).content == Client().get(ADDRESS).content
    assert Client().get(ADDRESS, headers={"Authorization": "Token nothing"}).status_code == 401
    assert Client().get(ADDRESS, headers={"Accept": "text/html"}).status_code == 406
