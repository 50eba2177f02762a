"""The forms in which leads choose what an exam holds, and its terms, by the kind of campaign."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from annotator.models import TruthKind
from evaluation.scale import WIDEST

QUERIES = 10
MOST_PAIRS = 10_000
RANGE = re.compile(r"(\d{1,18})(?:[-–](\d{1,18}))?")
TRUTHS = [
    (TruthKind.COHORT, "The median of all first attempts, frozen once enough people have taken the exam"),
    (TruthKind.GOLD, "Set by me for every pair before the exam opens"),
]
WAYS = [("draw", "Draw queries from the exam split with their best-ranked pairs"), ("pick", "Pick pairs by number")]

MARKED_WAYS = [("draw", "Draw from the questions with known answers"), ("pick", "Pick questions by number")]


class NumbersField(forms.CharField):
    """Pair numbers with spaces or commas between them, ranges such as 101–110 among them."""

    def clean(self, value: Any) -> list[int]:
        """The numbers in the order given, each once."""
        numbers: dict[int, None] = {}
        for word in re.split(r"[\s,;]+", super().clean(value)):
            numbers.update(dict.fromkeys(_numbers_of(word)))
            if len(numbers) > MOST_PAIRS:
                raise forms.ValidationError(f"at most {MOST_PAIRS:,} pairs")
        return list(numbers)


def _numbers_of(word: str) -> range:
    if not word:
        return range(0)
    match = RANGE.fullmatch(word)
    if match is None:
        raise forms.ValidationError(f"expected numbers and ranges such as 101-110, got {word[:40]!r}")
    first, last = int(match[1]), int(match[2] or match[1])
    if not first <= last <= first + MOST_PAIRS:
        raise forms.ValidationError(f"{word} is not a range of at most {MOST_PAIRS:,} pairs")
    return range(first, last + 1)


def _whole(label: str, least: int, most: int, initial: int | None, help_text: str = "") -> forms.IntegerField:
    """A field for a whole number; without an initial value it may stay empty."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        required=initial is not None,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )


def _share(label: str, least: float, most: float, help_text: str) -> forms.FloatField:
    return forms.FloatField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )


class ExamForm(forms.Form):
    """Every choice of an exam."""

    how = forms.ChoiceField(label="Choice of pairs", choices=WAYS, initial="draw", widget=forms.RadioSelect)
    queries = _whole("Queries", 1, 1000, QUERIES)
    depth = _whole("Pairs per query", 1, 1000, 10, "The best-ranked pairs are used.")
    seed = _whole("Seed", 0, 2**63 - 1, 0, "The same seed always draws the same queries.")
    pairs = NumbersField(
        label="Pairs",
        required=False,
        max_length=5000,
        help_text="If you pick pairs, enter numbers and ranges such as 101-110, 204. The list below shows the numbers.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    truth_kind = forms.ChoiceField(label="Truth", choices=TRUTHS, initial="cohort", widget=forms.RadioSelect)
    items_a_sitting = _whole(
        "Pairs in one sitting",
        1,
        10_000,
        None,
        "Leave empty to use all. If you use fewer, a second sitting has new pairs.",
    )
    takers_to_freeze = _whole("People before the truth is frozen", 1, 1000, 5, "Only for a truth by median.")
    sittings_allowed = _whole("Sittings allowed", 1, 100, 1, "You can grant a person another sitting later.")
    tolerance = _whole(
        "Tolerance",
        0,
        WIDEST.span,
        None,
        "How far from the truth an answer can be. Leave empty to use the protocol’s value.",
    )
    most_misalignment = _share(
        "Bar: most first answers missed, in %", 0, 100, "Leave empty for no bar. People who miss more do not pass."
    )
    least_kappa = _share("Bar: lowest quadratic kappa with the truth", -1, 1, "Leave empty for no bar.")

    def clean(self) -> None:
        """Who picks pairs names some."""
        if self.cleaned_data.get("how") == "pick" and self.cleaned_data.get("pairs") == []:
            self.add_error("pairs", "Enter the pairs that you pick.")


class TwinExamForm(forms.Form):
    """Every choice of an exam in a twins campaign."""

    pairs = NumbersField(
        label="Clips to judge",
        max_length=5000,
        help_text="Numbers and ranges such as 101-110, 204 from the list below, with some clips for each right answer.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    writing = NumbersField(
        label="Clips to write about",
        required=False,
        max_length=5000,
        help_text="Leave empty to let everybody who passes write captions. Otherwise you grade each person’s "
        "captions of these clips.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    items_a_sitting = _whole(
        "Clips to judge in one sitting",
        3,
        10_000,
        None,
        "Leave empty to use all. If you use fewer, a second sitting has new ones.",
    )
    sittings_allowed = _whole("Sittings allowed", 1, 100, 1, "You can grant a person another sitting later.")
    seed = _whole("Seed", 0, 2**63 - 1, 0, "The same seed always leads to the same order.")
    most_misalignment = _share(
        "Bar: most first answers missed, in %", 0, 100, "Leave empty for no bar. People who miss more do not pass."
    )
    most_case_misalignment = _share(
        "Bar: most missed of each right answer, in %", 0, 100, "Leave empty for no bar. It is applied to all three."
    )


class MarkedExamForm(forms.Form):
    """Every choice of an exam where the campaign marks."""

    how = forms.ChoiceField(label="Choice of questions", choices=MARKED_WAYS, initial="draw", widget=forms.RadioSelect)
    queries = _whole("Questions", 1, 1000, QUERIES)
    seed = _whole("Seed", 0, 2**63 - 1, 0, "The same seed always draws the same questions.")
    pairs = NumbersField(
        label="Numbers",
        required=False,
        max_length=5000,
        help_text="If you pick questions, enter numbers and ranges such as 101-110, 204 from the list below.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    items_a_sitting = _whole(
        "Questions in one sitting",
        1,
        10_000,
        None,
        "Leave empty to use all. If you use fewer, a second sitting has new ones.",
    )
    sittings_allowed = _whole("Sittings allowed", 1, 100, 1, "You can grant a person another sitting later.")
    most_misalignment = _share(
        "Bar: most first answers missed, in %", 0, 100, "Leave empty for no bar. People who miss more do not pass."
    )
    least_found = _share("Bar: fewest true segments found, in %", 0, 100, "Leave empty for no bar.")
    least_iou = _share("Bar: lowest mean IoU with the truth", 0, 1, "Leave empty for no bar.")

    def clean(self) -> None:
        """Who picks questions names some."""
        if self.cleaned_data.get("how") == "pick" and self.cleaned_data.get("pairs") == []:
            self.add_error("pairs", "Enter the questions that you pick.")
