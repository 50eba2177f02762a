"""What of the figures an address asks for; what it does not say, or says wrongly, is as usual."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from benchmark.runs.measures import FAMILIES, SHOWN, measure_named
from benchmark.runs.selectors import Shown
from evaluation.scoring.scorecard import ALL

USUAL = Shown(ALL, 20, 0.5)
HIGHEST_NUMBER = 10**9


def shown_in(request: HttpRequest, splits: list[str]) -> Shown:
    """Split, cut-off and threshold."""
    split, k, iou = (request.GET.get(key, "") for key in ("split", "k", "iou"))
    return Shown(
        split=split if split in splits else USUAL.split,
        k=int(k) if k in {str(known) for known in SHOWN.ks} else USUAL.k,
        iou=float(iou) if iou in {f"{known:g}" for known in SHOWN.ious} else USUAL.iou,
    )


def family_in(request: HttpRequest) -> str:
    """The family of measures."""
    family = request.GET.get("family", "")
    return family if family in FAMILIES else FAMILIES[0]


def measure_in(request: HttpRequest, shown: Shown) -> str:
    """The one measure that the address names by family, cut-off and threshold."""
    return measure_named(family_in(request), shown.k, shown.iou)


def number_in(request: HttpRequest, key: str) -> int:
    """A run's number; raises Http404 for what is none."""
    text = request.GET.get(key, "")
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(HIGHEST_NUMBER)):
        raise Http404("no such run")
    return int(text)
