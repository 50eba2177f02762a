"""Requests that Schemathesis makes up from the OpenAPI document, by every role: no 5xx, no undocumented status."""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.models import Standing
from tests.factories import make_admin, make_lead, make_member, opened_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore")]  # the libraries', not ours
EXAMPLES = int(os.environ.get("REELEVANCE_FUZZ_REQUESTS", "2"))
ROLES = ("anonymous", "annotator", "suspended", "lead", "admin")
BODY_HEADERS = {"Content-Type", "Content-Length", "Cookie", "Authorization", "Host"}


@pytest.fixture
def clients(db) -> dict[str, Client]:
    """A browser for each role at the campaign `films`; what fails inside is answered with 500, as in production."""
    campaign, (one, _) = opened_campaign("films", pairs=3)
    users = {
        "annotator": one.user,
        "suspended": make_member(campaign, standing=Standing.SUSPENDED).user,
        "lead": make_lead(campaign).user,
        "admin": make_admin(),
    }
    made = {"anonymous": Client(raise_request_exception=False)}
    for role, user in users.items():
        made[role] = Client(raise_request_exception=False)
        made[role].force_login(user, django_settings.AUTHENTICATION_BACKENDS[-1])
    return made


def answered(client: Client, case: Any, real: bool) -> int:
    """The status of the request; `real` puts the campaign's own name where one is made up."""
    parameters = {**(case.path_parameters or {})}
    path = case.operation.path
    for name, value in parameters.items():
        path = path.replace("{" + name + "}", "films" if name == "slug" and real else quoted(value))
    headers = {name: str(value) for name, value in (case.headers or {}).items() if name.title() not in BODY_HEADERS}
    kind = case.media_type or "application/json"
    body: Any = {} if kind == "multipart/form-data" else b""
    if kind == "multipart/form-data" and isinstance(case.body, dict):
        body = {name: plain(value) for name, value in case.body.items()}
        return client.post(path, body, headers=headers, query_params=case.query or {}).status_code
    if kind == "application/json" and case.method.upper() in ("POST", "PUT", "PATCH"):
        body = json.dumps(case.body if isinstance(case.body, (dict, list, str, int, float)) else None)
    answer = client.generic(
        case.method.upper(), path, body or b"", kind, headers=headers, query_params=case.query or {}
    )
    return answer.status_code


def quoted(value: object) -> str:
    """A value as a part of a path."""
    return quote(str(value), safe="") or "0"


def plain(value: object) -> Any:
    """A value as a field of a form."""
    return value if isinstance(value, (str, bytes)) else json.dumps(value)


def wrongs(operation: Any, clients: dict[str, Client]) -> set[tuple[str, str, str, int]]:
    """Role, method, path and status of each answer that the document does not know, or that is a server's error."""
    documented, wrong = set(operation.definition.raw["responses"]), set()

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(), real=st.booleans())
    def every_role(case: Any, real: bool) -> None:
        for role, client in clients.items():
            status = answered(client, case, real)
            if status >= 500 or str(status) not in documented:
                wrong.add((role, operation.method.upper(), operation.path, status))

    every_role()
    return wrong


def test_no_role_meets_a_server_error_or_an_undocumented_status(clients) -> None:
    document = json.loads(clients["admin"].get("/api/schema/", headers={"Accept": "application/json"}).content)
    operations = [found.ok() for found in schemathesis.openapi.from_dict(document).get_all_operations()]
    assert len(operations) >= 16
    assert sorted(set().union(*[wrongs(operation, clients) for operation in operations])) == []
