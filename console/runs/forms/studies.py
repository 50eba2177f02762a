"""What a person asks of studies of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from math import isfinite
from typing import Any, ClassVar, get_args

from django import forms

from benchmark.measures.order import MeasureOrder
from benchmark.models import Run
from benchmark.runs.measures import SHOWN
from benchmark.stability.order import MOST_SYSTEMS, ORDERING, StabilityOrder
from evaluation.stability.boundaries import Noise

KS = (1, 5, *SHOWN.ks)
K_CHOICES = [(str(k), str(k)) for k in KS]
IOU_CHOICES = [(f"{iou:g}", f"{iou:g}") for iou in SHOWN.ious]


class StudyForm(forms.Form):
    """Which runs to study, and how much noise to draw; `PLAIN` is an order with what fields begin with."""

    PLAIN: ClassVar[Any]
    most_ticked: ClassVar[int | None] = None

    runs = forms.TypedMultipleChoiceField(coerce=int, required=False)
    noise = forms.ChoiceField(choices=[(one, one) for one in get_args(Noise)])
    noise_iou = forms.CharField(required=False, max_length=80)
    noise_draws = forms.IntegerField(min_value=0)

    def __init__(self, data: Any = None, *, runs: Sequence[Run]) -> None:
        plain = {field.name: getattr(self.PLAIN, field.name) for field in fields(self.PLAIN)}
        uploaded = [run.number for run in runs if not run.is_reference][: self.most_ticked]
        super().__init__(data, initial=plain | {"runs": uploaded, "noise_iou": ""})
        self._offered: dict[str, list[tuple[str, str]]] = {}
        self.offer("runs", [(str(run.number), f"{run.number}: {run.name}") for run in runs])

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Let the field's boxes be these."""
        field = self.fields[name]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = self._offered[name] = choices

    def order(self) -> Any:
        """What was asked; raises EvaluationError for what is out of its range."""
        given: Mapping[str, Any] = self.cleaned_data
        return type(self.PLAIN)(**given)

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
        return self.boxes("runs")

    def boxes(self, name: str) -> list[tuple[str, str, bool]]:
        """What the field offers, and which of that is ticked."""
        ticked = {str(value) for value in self[name].value() or []}
        return [(value, label, value in ticked) for value, label in self._offered[name]]


class MeasuresForm(StudyForm):
    """Which runs to study measures on, at which cut-offs and thresholds, and how often to draw."""

    PLAIN = MeasureOrder(simulated=2)

    checkpoints = forms.BooleanField(required=False)
    simulated = forms.IntegerField(required=False, min_value=0)
    k = forms.TypedMultipleChoiceField(coerce=int)
    iou = forms.TypedMultipleChoiceField(coerce=float)
    trials = forms.IntegerField(min_value=2)

    def __init__(self, data: Any = None, *, runs: Sequence[Run]) -> None:
        super().__init__(data, runs=runs)
        self.initial["simulated"] = None
        self.offer("k", K_CHOICES)
        self.offer("iou", IOU_CHOICES)

    def k_choices(self) -> list[tuple[str, str, bool]]:
        """The cut-offs, and which of them are ticked."""
        return self.boxes("k")

    def iou_choices(self) -> list[tuple[str, str, bool]]:
        """The same for thresholds."""
        return self.boxes("iou")


class StabilityForm(StudyForm):
    """Which runs are ordered by which measure, and how often queries, raters and boundaries are drawn."""

    PLAIN = StabilityOrder(runs=(1, 2))
    most_ticked = MOST_SYSTEMS

    measure = forms.ChoiceField(choices=[(name, name) for name in ORDERING])
    k = forms.TypedChoiceField(coerce=int, choices=K_CHOICES)
    iou = forms.TypedChoiceField(coerce=float, choices=IOU_CHOICES)
    resamples = forms.IntegerField(min_value=1)
    rater_resamples = forms.IntegerField(min_value=0)
