"""What one test leaves open on SQLite is said of it, and reaches no other."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from moments.models import Campaign
from tests.factories import make_campaign
from tests.rig.left_open import closing_transactions
from tests.rig.pristine import put_back_pristine


@pytest.mark.django_db
def test_a_transaction_that_a_test_leaves_open_is_rolled_back_and_fails_it() -> None:
    around, depth = closing_transactions(), len(connection.atomic_blocks)
    next(around)
    transaction.atomic().__enter__()
    transaction.atomic().__enter__()
    make_campaign()
    with pytest.raises(pytest.fail.Exception, match="left open 2 of its transactions"):
        next(around)
    assert (len(connection.atomic_blocks), Campaign.objects.count()) == (depth, 0)


@pytest.mark.django_db
def test_what_a_test_fails_of_is_said_rather_than_that_it_left_a_transaction_open() -> None:
    around, depth = closing_transactions(), len(connection.atomic_blocks)
    next(around)
    transaction.atomic().__enter__()
    with pytest.raises(ZeroDivisionError):
        around.throw(ZeroDivisionError())
    assert len(connection.atomic_blocks) == depth


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kept", ["rows", "transaction"])
def test_what_is_half_read_or_not_committed_is_put_back_and_said(kept: str) -> None:
    for slug in ("one", "two"):
        make_campaign(slug)
    rows = Campaign.objects.order_by("pk").iterator(chunk_size=1)
    if kept == "rows":
        assert next(rows).slug == "one"
    else:
        connection.connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(AssertionError, match="half read or a transaction open"):
        put_back_pristine()
    assert Campaign.objects.count() == 0
    make_campaign("three")
    put_back_pristine()
    assert Campaign.objects.count() == 0
