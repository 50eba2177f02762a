"""What a person fills in to send a run, and what of the figures an address asks for."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.http import Http404, HttpRequest

from benchmark.models import DocumentKind
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

USUAL = Shown(ALL, 20, 0.5)
HIGHEST_NUMBER = 10**9


class UploadForm(forms.Form):
    """A run's name, its file, and a video corpus or the ids of documents where its format needs them."""

    name = forms.CharField(max_length=80)
    file = forms.FileField(max_length=400)
    video_corpus = forms.FileField(required=False, max_length=400)
    documents = forms.ChoiceField(choices=DocumentKind.choices, required=False, initial=DocumentKind.DESC_ID)


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
