"""The text that a lead starts a consent from names what the desk shows."""

from pathlib import Path

import pytest

from annotator.joining.consent_text import starting_text
from annotator.models import ProblemKind
from config.environment import BASE_DIR

PAGES = ("desk/desk.html", "desk/_report.html", "marking/_answer.html")


@pytest.mark.parametrize(
    ("kind", "page", "control"),
    [
        *((kind, page, "Cannot judge") for kind in ("grade", "mark") for page in PAGES),
        ("twin", "twins/twins.html", "Report a problem"),
    ],
)
def test_the_control_that_skips_a_clip_is_called_as_on_the_desk(page: str, kind: str, control: str) -> None:
    shown = Path(BASE_DIR, "templates", "annotator", page).read_text()
    text = starting_text(kind).replace("\n", " ")
    assert (control in shown, f'"{control}"' in text) == (True, True)
    assert f'"{ProblemKind.OFFENSIVE.label}"' in text


@pytest.mark.parametrize("word", ["scale", "score", "pairs", "clips", "tutorial and an exam"])
def test_only_campaigns_that_grade_speak_of_clips_and_scores(word: str) -> None:
    texts = [starting_text(kind) for kind in ("grade", "mark")]
    assert [word in text for text in texts] == [True, False]


@pytest.mark.parametrize("word", ["forwards and backwards", "captions", "judgements"])
def test_only_campaigns_of_twins_speak_of_directions_and_captions(word: str) -> None:
    assert [word in starting_text(kind) for kind in ("grade", "mark", "twin")] == [False, False, True]
