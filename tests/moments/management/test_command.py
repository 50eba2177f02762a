"""One line says what stopped a command from outside; a reader that is gone stops it without any."""

import io
import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from config.environment import BASE_DIR
from moments.base.errors import BadInput, BadLine
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
Talks().run_from_argv(["manage.py", "talks", "LINES"])
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


def test_an_error_is_written_though_nobody_reads_the_output():
    assert talk_to_nobody(lines=5, fails='raise BadInput("it is over")') == (1, "CommandError: it is over\n")


def test_another_broken_pipe_is_an_error():
    class Broken(ReelevanceCommand):
        def run(self, **options):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        Broken().handle()


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        ("database is locked", "another process, .*, wrote to the database for too long; run this again"),
        ("no such table: moments_campaign", "the database lacks a table; run manage.py migrate first"),
    ],
)
def test_one_line_says_what_the_database_refuses(error, problem):
    class Stopped(ReelevanceCommand):
        def run(self, **options):
            raise OperationalError(error)

    with pytest.raises(CommandError, match=problem):
        Stopped().handle()


def test_another_error_of_the_database_is_no_line():
    class Broken(ReelevanceCommand):
        def run(self, **options):
            raise OperationalError("disk I/O error")

    with pytest.raises(OperationalError):
        Broken().handle()


class Asks(ReelevanceCommand):
    """Has one option of two words, and a way out."""

    remedies = {"partial": "; --partial takes what is there"}
    problem = BadInput("nothing is wrong")

    def add_arguments(self, parser):
        parser.add_argument("--least-count", type=int)

    def run(self, **options):
        raise self.problem


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (BadInput("expected 1 to 9", field="least_count"), "--least-count: expected 1 to 9"),
        (BadInput("expected 1 to 9", field="depth"), "depth: expected 1 to 9"),
        (BadInput("the film is unfinished", remedy="partial"), "the film is unfinished; --partial takes what is there"),
        (BadInput("the film is unfinished", remedy="depth"), "the film is unfinished"),
        (BadLine("a.csv", 3, "is empty", remedy="partial"), "a.csv line 3: is empty; --partial takes what is there"),
    ],
)
def test_a_field_is_printed_as_the_option_of_its_name_and_a_remedy_in_the_commands_words(problem, line):
    asks = Asks()
    asks.problem = problem
    with pytest.raises(CommandError) as refused:
        call_command(asks, least_count=0)
    assert str(refused.value) == line


def test_elsewhere_an_error_names_its_field():
    problem = BadInput("expected 1 to 9", field="count")
    assert (str(problem), problem.message, problem.field) == ("count: expected 1 to 9", "expected 1 to 9", "count")


@pytest.mark.parametrize(("value", "line"), [([], "without: none\n"), ([4, 7], "without: 4, 7\n"), (2, "without: 2\n")])
def test_a_list_among_the_figures_is_printed_in_words(value, line):
    command = ReelevanceCommand(stdout=io.StringIO())
    command.report({"without": value}, as_json=False)
    assert command.stdout.getvalue() == line
