"""What stops a command from outside is told in one line; a reader that is gone stops it without any."""

import os
import subprocess
import sys

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from config.environment import BASE_DIR
from moments.management.command import ReelevanceCommand

TALKS = """
import django
django.setup()
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand
class Talks(ReelevanceCommand):
    def run(self, **options):
        for line in range(int(options["slug"])):
            self.say(f"line {line}")
        FAILS
Talks().run_from_argv(["manage.py", "talks", "LINES", "--skip-checks"])
"""


def talk_to_nobody(*, lines: int, fails: str = "", unbuffered: str = "") -> tuple[int, str]:
    """Exit code and standard error of a command that says so many lines to a reader that is gone."""
    script = TALKS.replace("LINES", str(lines)).replace("FAILS", fails)
    reader, writer = os.pipe()
    os.close(reader)
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONUNBUFFERED": unbuffered}
    try:
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=BASE_DIR, env=env, stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(("lines", "unbuffered"), [(5, ""), (50_000, ""), (5, "1")])
def test_a_command_whose_reader_is_gone_ends_without_a_word(lines, unbuffered):
    assert talk_to_nobody(lines=lines, unbuffered=unbuffered) == (141, "")


def test_an_error_is_told_though_nobody_reads_the_output():
    assert talk_to_nobody(lines=5, fails='raise BadInput("it is over")') == (1, "CommandError: it is over\n")


def test_another_broken_pipe_is_an_error():
    class Broken(ReelevanceCommand):
        def run(self, **options):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        Broken().handle()


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
