"""An author's program: a client that sends a token and JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from annotator.models import Membership
from annotator.people.services.people import issue_token
from tests.factories import NOW


@dataclass
class Program:
    """One person's program."""

    client: Client

    def get(self, call: str, **asked: Any) -> HttpResponse:
        """The answer to a GET."""
        return self.client.get(f"/api/v1/{call}/", asked)

    def send(self, method: str, call: str, **body: Any) -> HttpResponse:
        """The answer to a body of JSON."""
        return getattr(self.client, method)(f"/api/v1/{call}/", body, content_type="application/json")

    def post(self, call: str, **body: Any) -> HttpResponse:
        """The answer to a POST."""
        return self.send("post", call, **body)

    def put(self, call: str, **body: Any) -> HttpResponse:
        """The answer to a PUT."""
        return self.send("put", call, **body)


@pytest.fixture
def program_of() -> Callable[[Membership], Program]:
    """A program with the member's token."""

    def make(member: Membership) -> Program:
        token = issue_token(user=member.user, now=NOW)
        return Program(Client(headers={"Authorization": f"Token {token}"}))

    return make
