"""Several people create the first admin of an empty platform at once. Runs on both databases."""

from __future__ import annotations

import pytest

from annotator.models import User
from annotator.people.services.first_admin import NotEmpty, make_first_admin
from tests.races.test_at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]


@pytest.mark.parametrize("attempt", range(3))
def test_two_first_admins_are_never_made(attempt: int) -> None:
    names = [f"boss-{number}" for number in range(4)]
    results = at_once(*[lambda name=name: make_first_admin(worker_id=name, secret="!") for name in names])
    made = [result for result in results if isinstance(result, User)]
    assert [type(result) for result in results if result not in made] == [NotEmpty] * 3
    assert [user.username for user in User.objects.all()] == [user.username for user in made]
    assert len(made) == 1
