from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from annotator.text.section import Section
from consensus.report.tables import as_csv, as_html, as_latex
from console.templatetags.figures import elapsed, figure, grouped


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (999, "999"),
        (96483, "96,483"),
        (1_201_500, "1,201,500"),
        (-12345, "-12,345"),
        (Decimal("16820.66"), "16,820.66"),
        (Decimal("1201.5"), "1,201.5"),
        ("12345", "12345"),
        (None, ""),
    ],
)
def test_thousands_are_set_apart_by_commas(number, text):
    assert grouped(number) == text


@pytest.mark.parametrize(("value", "text"), [(-0.004, "0.00"), (-0.1, "−0.10"), (0.5, "0.50"), (None, "–")])
def test_nothing_stands_before_a_zero(value, text):
    assert figure(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-5, "less than a minute"), (0, "less than a minute"), (50, "less than a minute"), (190, "3\xa0minutes")],
)
def test_a_time_that_has_just_passed_is_not_called_0_minutes(seconds, text):
    assert elapsed(timezone.now() - timedelta(seconds=seconds)) == text


def test_no_moment_has_no_elapsed_time():
    assert elapsed(None) == ""


def test_tables_to_be_read_have_commas_and_tables_for_programs_have_none():
    section = Section("verdicts", "Verdicts", "summary", ("verdict", "pairs", "%"), (("agreed", 94442, 97.88),), ())
    assert "<td>94,442</td>" in as_html(section)
    assert "94,442 & 97.88" in as_latex(section)
    assert "agreed,94442,97.88" in as_csv(section)
