"""The text that a lead starts a consent from names what the desk shows."""

from pathlib import Path

import pytest

from annotator.joining.consent_text import starting_text
from annotator.models import ProblemKind
from config.environment import BASE_DIR


@pytest.mark.parametrize("is_graded", [True, False])
@pytest.mark.parametrize("page", ["desk/desk.html", "desk/_report.html", "marking/_answer.html"])
def test_the_control_that_skips_a_clip_is_called_as_on_the_desk(page: str, is_graded: bool) -> None:
    shown = Path(BASE_DIR, "templates", "annotator", page).read_text()
    text = starting_text(is_graded=is_graded)
    assert ("Cannot judge" in shown, '"Cannot judge"' in text) == (True, True)
    assert f'"{ProblemKind.OFFENSIVE.label}"' in text


@pytest.mark.parametrize("word", ["scale", "score", "pairs", "clips", "tutorial and an exam"])
def test_only_campaigns_that_grade_speak_of_clips_and_scores(word: str) -> None:
    texts = [starting_text(is_graded=is_graded) for is_graded in (True, False)]
    assert [word in text for text in texts] == [True, False]
