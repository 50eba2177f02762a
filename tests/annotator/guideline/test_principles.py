"""What to keep in mind, as leads write it and as people read it."""

from __future__ import annotations

import pytest

from annotator.guideline.principles import PRINCIPLES, checked_principles, default_principles, sections_of
from annotator.guideline.sections import SECTIONS, Section
from annotator.guideline.twin_sections import SECTIONS_OF_TWINS
from moments.base.errors import BadInput


def test_the_usual_points_of_every_kind_read_back_as_they_are() -> None:
    assert sections_of(default_principles("grade")) == (Section("", PRINCIPLES),)
    assert sections_of(default_principles("mark")) == SECTIONS
    assert sections_of(default_principles("twin")) == SECTIONS_OF_TWINS
    for kind in ("grade", "mark", "twin"):
        text = default_principles(kind)
        assert checked_principles(text) == text


def test_bullets_and_blank_lines_go_and_headings_begin_sections() -> None:
    text = checked_principles("- Look twice. \r\n\r\n\r\n* And listen.\n##  The end\n• Rest.")
    assert text == "Look twice.\nAnd listen.\n\n# The end\nRest."
    assert sections_of(text) == (Section("", ("Look twice.", "And listen.")), Section("The end", ("Rest.",)))
    assert (checked_principles(" \n"), sections_of("")) == ("", ())


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("a\n" + "x" * 501, "principles: line 2: expected at most 500 characters, got 501"),
        ("a\n\n#", "principles: line 3: the heading is empty"),
        ("a\nb\0", "principles: line 2: contains a NUL"),
        ("a\n" * 61, "principles: expected at most 60 lines, got 61"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(text: str, refusal: str) -> None:
    with pytest.raises(BadInput, match=f"^{refusal}"):
        checked_principles(text)
