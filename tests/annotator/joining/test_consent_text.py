"""The text that a lead starts a consent from names what the desk shows."""

from pathlib import Path

import pytest

from annotator.joining.consent_text import STARTING_TEXT
from annotator.models import ProblemKind
from config.environment import BASE_DIR


@pytest.mark.parametrize("page", ["desk.html", "_report.html"])
def test_the_control_that_skips_a_clip_is_called_as_on_the_desk(page: str) -> None:
    shown = Path(BASE_DIR, "templates", "annotator", "desk", page).read_text()
    assert ('"Cannot judge"' in shown, '"Cannot judge"' in STARTING_TEXT) == (True, True)
    assert f'"{ProblemKind.OFFENSIVE.label}"' in STARTING_TEXT
