"""The scale of relevance, and that what speaks of its levels speaks of all of them."""

import re

import pytest
from django.apps import apps
from django.db.models import CheckConstraint

from config.environment import BASE_DIR
from evaluation.scale import SCALE, WIDEST, Scale
from moments.models import Campaign
from moments.scale import PUBLISHED as LEVELS

FLOORS = ("evaluation", "moments", "annotator", "consensus", "benchmark", "archive", "console", "templates", "static")
LISTED = re.compile(r"\b0, 1, 2, 3, 4\b|\b01234\b|\[0\] \* 5\b")


def test_the_published_scale_goes_from_nought_to_four():
    assert (SCALE, str(SCALE), SCALE.levels, SCALE.span) == (Scale(0, 4), "0 to 4", range(5), 4)


@pytest.mark.parametrize(("value", "lies_on_it"), [(0, False), (1, True), (2.5, True), (3, True), (4, False)])
def test_a_scale_holds_what_lies_between_its_ends(value: float, lies_on_it: bool):
    assert (value in Scale(1, 3)) is lies_on_it


def test_a_scale_reads_its_levels_by_their_digits_only():
    assert Scale(1, 3).by_text == {"1": 1, "2": 2, "3": 3}


def test_the_guideline_explains_every_level():
    assert [level.relevance for level in LEVELS] == [*SCALE.levels]


def test_a_campaign_knows_its_scale():
    assert Campaign().scale == SCALE


def test_every_relevance_in_the_database_is_checked_against_the_scale():
    unchecked = [
        model.__name__
        for model in apps.get_models()
        if any(field.name == "relevance" for field in model._meta.fields)
        and not any(
            f"('relevance__gte', {WIDEST.lowest}), ('relevance__lte', {WIDEST.highest})" in str(constraint.condition)
            for constraint in model._meta.constraints
            if isinstance(constraint, CheckConstraint)
        )
    ]
    assert unchecked == []


def test_nothing_lists_the_levels_itself():
    paths = [path for floor in FLOORS for end in ("py", "html", "js") for path in (BASE_DIR / floor).rglob(f"*.{end}")]
    listing = [path.name for path in paths if "migrations" not in path.parts and LISTED.search(path.read_text())]
    assert (len(paths) > 1000, listing) == (True, [])
