"""A web server and a sweeping process whose clocks are two hours off, beside a web server whose clock is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.utils import timezone

from annotator.models import Score
from tests.rig.web import Web, end, python

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.django_db]
SWEEP = "from django.core.management import execute_from_command_line as run; run(['manage.py', 'settle'])"


def other_clock(off_h: int) -> str:
    """Python that sets back or ahead what the platform takes for the time, in the process that runs it."""
    return (
        "import datetime, django.utils.timezone as clock\n"
        "right = clock.now\n"
        f"clock.now = lambda: right() + datetime.timedelta(hours={off_h})\n"
    )


@pytest.fixture
def wrong_web(team_env: dict[str, str], tmp_path: Path) -> Iterator[Callable[[int], Web]]:
    """Starts a web server with another clock on the session's database."""
    with ExitStack() as ends:

        def start(off_h: int) -> Web:
            config = tmp_path / "clock.py"
            config.write_text(other_clock(off_h))
            served = Web(team_env | {"GUNICORN_CMD_ARGS": f"--config {config}"}, workers=1, threads=2)
            ends.callback(served.kill)
            return served

        yield start


@pytest.mark.parametrize("off_h", [-2, 2])
def test_processes_whose_clocks_are_two_hours_off_lose_and_double_nothing(scene, web, wrong_web, team_env, off_h):
    here = scene(people=4, pairs=12)
    wrong = wrong_web(off_h)
    one, two, *others = here.programs
    away = here.program(here.members[0], wrong.port)
    seen: list[str | None] = []
    for turn in range(3):
        for place, program in enumerate((one, away, two, *others)):
            held = program.claim(2)
            seen += [program.score(seat, (turn + place) % 5, f"{place}-{turn}-{seat['id'][:8]}") for seat in held[:1]]
        sweeping = python(team_env, "-c", other_clock(off_h) + SWEEP)
        assert sweeping.wait(60) == 0
        end(sweeping)

    dates = Score.objects.filter(seat__campaign=here.campaign).values_list("saved_at", flat=True)
    assert any(abs((saved - timezone.now()).total_seconds()) > 3600 for saved in dates)  # the clock was another
    assert set(seen) == {"saved"}
    assert here.breaches() == []
