"""A client that sends a token and JSON."""

from collections.abc import Callable

import pytest
from django.test import Client

from annotator.models import Membership
from annotator.people.services.people import issue_token
from tests.factories import NOW


@pytest.fixture
def client_of() -> Callable[[Membership], Client]:
    """A client with the member's token."""

    def make(member: Membership) -> Client:
        return Client(headers={"Authorization": f"Token {issue_token(user=member.user, now=NOW)}"})

    return make
