"""What a person fills in to send a run, and what of the figures an address asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from math import isfinite
from typing import Any, get_args

from django import forms
from django.http import Http404, HttpRequest

from benchmark.measures.order import MeasureOrder
from benchmark.models import DocumentKind, Run
from benchmark.runs.measures import SHOWN
from benchmark.runs.selectors.runs import Shown
from evaluation.scoring.published import (
    BENCHMARK,
    NOTES,
    SIMILARITY_ORDER,
    SIMILARITY_SOURCE,
    SOURCE,
    published_at,
)
from evaluation.scoring.scorecard import ALL
from evaluation.stability.boundaries import Noise

USUAL = Shown(ALL, 20, 0.5)
HIGHEST_NUMBER = 10**9


class UploadForm(forms.Form):
    """A run's name, its file, and a video corpus or the ids of documents where its format needs them."""

    name = forms.CharField(max_length=80)
    file = forms.FileField(max_length=400)
    video_corpus = forms.FileField(required=False, max_length=400)
    documents = forms.ChoiceField(choices=DocumentKind.choices, required=False, initial=DocumentKind.DESC_ID)


class MeasuresForm(forms.Form):
    """Which runs to study measures on, at which cut-offs and thresholds, and how often to draw."""

    PLAIN = MeasureOrder(simulated=2)
    KS = (1, 5, *SHOWN.ks)

    runs = forms.TypedMultipleChoiceField(coerce=int, required=False)
    checkpoints = forms.BooleanField(required=False)
    simulated = forms.IntegerField(required=False, min_value=0)
    k = forms.TypedMultipleChoiceField(coerce=int)
    iou = forms.TypedMultipleChoiceField(coerce=float)
    trials = forms.IntegerField(min_value=2)
    noise = forms.ChoiceField(choices=[(one, one) for one in get_args(Noise)])
    noise_iou = forms.CharField(required=False, max_length=80)
    noise_draws = forms.IntegerField(min_value=0)

    def __init__(self, data: Any = None, *, runs: Sequence[Run]) -> None:
        plain = {field.name: getattr(self.PLAIN, field.name) for field in fields(MeasureOrder)}
        plain |= {"runs": [run.number for run in runs if not run.is_reference], "simulated": None, "noise_iou": ""}
        super().__init__(data, initial=plain)
        self._offered = {
            "runs": [(str(run.number), f"{run.number}: {run.name}") for run in runs],
            "k": [(str(k), str(k)) for k in self.KS],
            "iou": [(f"{iou:g}", f"{iou:g}") for iou in SHOWN.ious],
        }
        for name, choices in self._offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.TypedMultipleChoiceField)
            field.choices = choices

    def order(self) -> MeasureOrder:
        """What was asked; raises EvaluationError for what is out of its range."""
        given = dict(self.cleaned_data)
        return MeasureOrder(**given)

    def clean_noise_iou(self) -> list[float]:
        """The numbers that were typed, with spaces or commas between them."""
        words = str(self.cleaned_data["noise_iou"]).replace(",", " ").split()
        try:
            numbers = [float(word) for word in words]
        except ValueError:
            raise forms.ValidationError("Enter numbers, such as 0.725 0.641.") from None
        if not all(map(isfinite, numbers)):
            raise forms.ValidationError("Enter numbers, such as 0.725 0.641.")
        return numbers

    def run_choices(self) -> list[tuple[str, str, bool]]:
        """The runs, and which of them are ticked."""
        return self._choices("runs")

    def k_choices(self) -> list[tuple[str, str, bool]]:
        """The same for cut-offs."""
        return self._choices("k")

    def iou_choices(self) -> list[tuple[str, str, bool]]:
        """The same for thresholds."""
        return self._choices("iou")

    def _choices(self, name: str) -> list[tuple[str, str, bool]]:
        ticked = {str(value) for value in self[name].value() or []}
        return [(value, label, value in ticked) for value, label in self._offered[name]]


def shown_in(request: HttpRequest, splits: list[str]) -> Shown:
    """Split, cut-off and threshold."""
    split, k, iou = (request.GET.get(key, "") for key in ("split", "k", "iou"))
    return Shown(
        split=split if split in splits else USUAL.split,
        k=int(k) if k in {str(known) for known in SHOWN.ks} else USUAL.k,
        iou=float(iou) if iou in {f"{known:g}" for known in SHOWN.ious} else USUAL.iou,
    )


def asks_published(request: HttpRequest) -> bool:
    """Whether the address asks for published results, which hold for one benchmark only."""
    return request.GET.get("published") == "1"


def published_in(request: HttpRequest, shown: Shown) -> dict[str, object] | None:
    """The published rows at the cut-off and threshold that are shown, with source and notes, if asked for."""
    if not asks_published(request):
        return None
    rows = published_at(shown.k, shown.iou)
    order = SIMILARITY_ORDER.get(shown.k)
    return {
        "rows": rows,
        "order": order,
        "order_source": SIMILARITY_SOURCE,
        "source": SOURCE,
        "notes": NOTES,
        "benchmark": BENCHMARK,
    }


def family_in(request: HttpRequest, families: Iterable[str]) -> str:
    """One of the families of measures, the first unless the address names another."""
    first, *others = families
    family = request.GET.get("family", "")
    return family if family in others else first


def number_in(request: HttpRequest, key: str) -> int:
    """A run's number; raises Http404 for what is none."""
    number = run_number(request.GET.get(key, ""))
    if number is None:
        raise Http404("no such run")
    return number


def run_number(text: str) -> int | None:
    """The number of a run in the digits of the text; None for what is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST_NUMBER))
    return int(text) if is_number else None
