"""A caption names what its scene holds, in English."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from moments.demo.captions import PHRASINGS, caption_of, general_caption_of, named, phrase_of
from moments.demo.palette import COLOURS, PLACES
from moments.demo.scenes import DUO, Figure, Scene, demo_moments, demo_videos

MOMENTS = demo_moments(demo_videos())
SCENE = Scene("move", Figure("ring", "orange"), None, 1, "snow", 3, 0, False)


def test_all_captions_are_distinct_sentences() -> None:
    captions = [caption_of(moment) for moment in MOMENTS]
    assert len(set(captions)) == len(captions)
    assert all(re.fullmatch(r"An? [a-z ]+\.", caption) for caption in captions)
    assert not any(re.search(r"\ban? (?=[aeiou])(?<!n )", caption.lower()) for caption in captions)


def test_a_caption_names_the_colours_and_shapes_of_its_figures_and_no_others() -> None:
    for moment in MOMENTS:
        words = set(caption_of(moment).rstrip(".").split())
        figures = [figure for scene in moment.scenes for figure in (scene.actor, scene.other) if figure]
        assert words & set(COLOURS) == {figure.colour for figure in figures}
        assert {figure.shape for figure in figures} <= words


def test_a_general_caption_names_neither_colour_nor_place() -> None:
    for moment in MOMENTS:
        caption = general_caption_of(moment)
        assert not set(caption.rstrip(".").split()) & set(COLOURS)
        assert not any(place.phrase in caption for place in PLACES.values())


@pytest.mark.parametrize("action", sorted(PHRASINGS))
@pytest.mark.parametrize("phrasing", [0, 1, 2])
def test_every_phrasing_names_both_figures(action: str, phrasing: int) -> None:
    other = Figure("star", "blue") if action in DUO else None
    scene = replace(SCENE, action=action, other=other, phrasing=phrasing)
    phrase = phrase_of(scene)
    assert "an orange ring" in phrase
    assert ("blue star" in phrase) == (other is not None)


@pytest.mark.parametrize(
    ("changes", "phrase"),
    [
        ({}, "an orange ring rolls from left to right"),
        ({"heading": -1}, "an orange ring rolls from right to left"),
        ({"tells_place": True}, "an orange ring rolls from left to right in the snow"),
        ({"actor": Figure("star", "red")}, "a red star slides from left to right"),
    ],
)
def test_a_phrase_tells_direction_place_and_gait(changes: dict[str, object], phrase: str) -> None:
    assert phrase_of(replace(SCENE, **changes)) == phrase  # type: ignore[arg-type]


def test_a_name_has_the_right_article() -> None:
    assert named(Figure("star", "orange")) == "an orange star"
    assert named(Figure("square", "orange"), big=True) == "a big orange square"
    assert named(Figure("ring", "orange"), coloured=False) == "a ring"
