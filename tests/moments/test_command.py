"""What stops a command from outside is told in one line."""

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from moments.management.command import ReelevanceCommand


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("database is locked", "something else wrote into the database for too long, .*; run this again"),
        ("no such table: moments_campaign", "the database lacks a table; run manage.py migrate first"),
    ],
)
def test_what_the_database_refuses_is_told_in_one_line(error, said):
    class Stopped(ReelevanceCommand):
        def run(self, **options):
            raise OperationalError(error)

    with pytest.raises(CommandError, match=said):
        Stopped().handle()


def test_another_error_of_the_database_is_no_line():
    class Broken(ReelevanceCommand):
        def run(self, **options):
            raise OperationalError("disk I/O error")

    with pytest.raises(OperationalError):
        Broken().handle()
