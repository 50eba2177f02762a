"""Where a lead makes an exam: drawn from the exam split, or of pairs picked by number."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotator.exam.services.making import create_exam
from annotator.exam.settings import Bar
from annotator.models import Exam, TruthKind
from annotator.people.selectors.access import Lead, led_grading, person_asking
from console.exam.selectors.split import split_page, split_queries
from console.exam.views.exam import address_of
from evaluation.scale import SCALE
from moments.base.errors import BadInput
from moments.base.plurals import counted

QUERIES_A_PAGE = 10
QUERIES = 10
MOST_PAIRS = 10_000
RANGE = re.compile(r"(\d{1,18})(?:[-–](\d{1,18}))?")
TRUTHS = [
    (TruthKind.COHORT, "The median of all first attempts, frozen once enough people have taken the exam"),
    (TruthKind.GOLD, "Set by me for every pair before the exam opens"),
]
WAYS = [("draw", "Draw queries from the exam split with their best-ranked pairs"), ("pick", "Pick pairs by number")]


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
        "Pairs in one sitting", 1, 10_000, None, "Leave empty to use all. With fewer, a second sitting has new pairs."
    )
    takers_to_freeze = _whole("People before the truth is frozen", 1, 1000, 5, "Only for a truth by median.")
    sittings_allowed = _whole("Sittings allowed", 1, 100, 1, "You can grant a person another sitting later.")
    tolerance = _whole(
        "Tolerance", 0, SCALE.span, None, "How far from the truth an answer can be. Empty: the protocol’s value."
    )
    most_misalignment = _share(
        "Bar: most first answers missed, in %", 0, 100, "Leave empty for no bar. People who miss more do not pass."
    )
    least_kappa = _share("Bar: lowest quadratic kappa with the truth", -1, 1, "Leave empty for no bar.")

    def clean(self) -> None:
        """Who picks pairs names some."""
        if self.cleaned_data.get("how") == "pick" and self.cleaned_data.get("pairs") == []:
            self.add_error("pairs", "Enter the pairs that you pick.")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def exam_make(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; a POST makes a draft of it."""
    lead = led_grading(person_asking(request), slug)
    if request.method != "POST":
        return _page(request, lead, ExamForm(initial=_preset(lead)))
    form = ExamForm(request.POST)
    if not form.is_valid():
        return _page(request, lead, form, problem="correct the marked fields", status=400)
    try:
        made = _made(lead, form.cleaned_data)
    except BadInput as problem:
        return _page(request, lead, form, problem=str(problem), status=409)
    messages.success(
        request, f"Exam {made.number} is a draft with {counted(made.items.count(), 'pair')}. Only leads can see it."
    )
    return redirect(address_of(slug, made.number, show="bank"))


def _preset(lead: Lead) -> dict[str, int]:
    """No more queries than the split has; as the form has it if there are none yet."""
    there = split_queries(lead.campaign).count()
    return {"queries": min(QUERIES, there)} if there else {}


def _made(lead: Lead, wanted: dict[str, Any]) -> Exam:
    percent = wanted["most_misalignment"]
    names = ("queries", "depth", "seed", "truth_kind", "items_a_sitting", "takers_to_freeze", "sittings_allowed")
    return create_exam(
        campaign=lead.campaign,
        actor=lead.actor,
        now=timezone.now(),
        pairs=wanted["pairs"] if wanted["how"] == "pick" else None,
        tolerance=wanted["tolerance"],
        bar=Bar(None if percent is None else percent / 100, wanted["least_kappa"]),
        **{name: wanted[name] for name in names},
    )


def _page(request: HttpRequest, lead: Lead, form: ExamForm, *, problem: str = "", status: int = 200) -> HttpResponse:
    page = Paginator(split_queries(lead.campaign), QUERIES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": lead.campaign,
        "form": form,
        "problem": problem,
        "page": page,
        "queries": split_page(page),
        "shown": "make",
    }
    return render(request, "console/exam/making.html", context, status=status)
