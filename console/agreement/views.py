"""How the people of a campaign agree, for leads, as a page and as a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.models import AskTask
from annotator.people.selectors.access import Lead, led_campaign, led_moments, person_asking
from annotator.statistics.alpha import MeasurementLevel
from annotator.statistics.kappa import Weighting
from annotator.text.spreadsheet import Cell, csv_text
from annotator.twins.answers import Criterion
from consensus.agreement.blocks import DRAWN, AlphaBlocks
from consensus.agreement.marked import marked_table
from consensus.agreement.matrix import matrix_rows, matrix_table, mean_kappa
from consensus.agreement.plots import alpha_drawing
from consensus.agreement.selectors.campaign import By, Which, agreement_page, query_texts
from consensus.agreement.selectors.marked import marked_agreement_of
from consensus.agreement.selectors.twins import twin_agreement_of, twin_alpha_of
from consensus.agreement.twins import Table, twin_table, with_shares
from consensus.twins.agreement import OUTCOMES
from console.frame.forms import figure_file
from console.frame.trend import trend
from moments.base.charts import Chart
from moments.base.dates import readable_label
from moments.models import Campaign

SCORES: dict[str, Which] = {"first": "first", "all": "all"}


@require_safe
@login_required
@never_cache
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the campaign's kind. `by=week` draws alpha by week instead of by pairs or clips.

    Where relevance is graded, the figures are those of round 1 or of `scores=all`, and `kappa=unweighted` is a choice.
    """
    lead = led_campaign(person_asking(request), slug)
    if lead.campaign.is_twin:
        return _twins(request, lead.campaign)
    return _graded(request, lead) if lead.campaign.is_graded else _marked(request, lead.campaign)


def _marked(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    shown = marked_agreement_of(campaign)
    context = {"campaign": campaign, "shown": shown, "tasks": dict(AskTask.choices)}
    return render(request, "console/agreement/marked.html", context)


def _twins(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    by = _by(request)
    blocks = twin_alpha_of(campaign, by)
    shown = twin_agreement_of(campaign)
    context = {
        "campaign": campaign,
        "shown": shown,
        "by": by,
        "tables": [
            ("outcomes", "Outcomes of the two judgements", *_shares(OUTCOMES, shown.outcomes)),
            ("criteria", "Criteria of the two judgements", *_shares(tuple(Criterion), shown.criteria)),
        ],
        "blocks": blocks,
        "resampled": DRAWN,
        "trend": _trend(blocks),
    }
    return render(request, "console/agreement/twins.html", context)


def _shares(values: Sequence[str], counts: Table) -> tuple[list[str], list[tuple[str, Any]]]:
    """The answers as words, and a row for each of them."""
    words = [str(value) for value in values]
    return words, list(zip(words, with_shares(counts), strict=True))


def _by(request: HttpRequest) -> By:
    return "week" if request.GET.get("by") == "week" else "pairs"


def _trend(blocks: AlphaBlocks) -> Chart:
    labels = [readable_label(block.label) for block in blocks.shown]
    return trend(labels, [("alpha", blocks.values)], blocks.intervals)


def _graded(request: HttpRequest, lead: Lead) -> HttpResponse:
    which = SCORES.get(request.GET.get("scores", ""), "first")
    by = _by(request)
    unweighted = request.GET.get("kappa") == Weighting.UNWEIGHTED
    weighting = Weighting.UNWEIGHTED if unweighted else Weighting.QUADRATIC
    shown = agreement_page(lead, which=which, by=by)
    kappas, raters = shown.figures.kappas[weighting], sorted(person.rater for person in shown.figures.people)
    texts = query_texts(lead, shown)
    context = {
        "campaign": lead.campaign,
        "shown": shown,
        "which": which,
        "by": by,
        "weighting": str(weighting),
        "raters": raters,
        "matrix": matrix_rows(kappas, raters),
        "mean_kappa": mean_kappa(kappas),
        "ranges": shown.figures.range_shares,
        "disputed": [(one, *texts[one.query]) for one in shown.figures.disputed],
        "resampled": DRAWN,
        "trend": _trend(shown.blocks),
    }
    return render(request, "console/agreement/agreement.html", context)


@require_safe
@login_required
@never_cache
def agreement_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Every couple's kappas, of the scores that `scores` says; of segments and twins, all figures of the page."""
    lead = led_campaign(person_asking(request), slug)
    if lead.campaign.is_twin:
        return _file(f"{slug}-agreement.csv", *twin_table(twin_agreement_of(lead.campaign)))
    if not lead.campaign.is_graded:
        return _file(f"{slug}-agreement.csv", *marked_table(marked_agreement_of(lead.campaign)))
    which = SCORES.get(request.GET.get("scores", "first"))
    if which is None:
        return _unknown_scores()
    figures = agreement_page(lead, which=which, by="pairs").figures
    return _file(f"{slug}-agreement-{which}.csv", *matrix_table(figures))


@require_safe
@login_required
@never_cache
def agreement_figure(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Alpha over time as the page shows it, by `scores` and `by`, as an SVG or PNG file."""
    lead = led_moments(person_asking(request), slug)
    if lead.campaign.is_twin:
        return _twin_figure(lead.campaign, _by(request), kind)
    which = SCORES.get(request.GET.get("scores", "first"))
    if which is None:
        return _unknown_scores()
    by = _by(request)
    blocks = agreement_page(lead, which=which, by=by).blocks
    return figure_file(alpha_drawing(blocks, by_week=by == "week"), kind, name=f"{slug}-alpha-{which}")


def _twin_figure(campaign: Campaign, by: By, kind: str) -> HttpResponse:
    drawing = alpha_drawing(
        twin_alpha_of(campaign, by), by_week=by == "week", level=MeasurementLevel.NOMINAL, units="clips"
    )
    return figure_file(drawing, kind, name=f"{campaign.slug}-alpha")


def _unknown_scores() -> HttpResponse:
    wanting = f"scores: expected {', '.join(SCORES)}\n"
    return HttpResponse(wanting, status=400, content_type="text/plain; charset=utf-8")


def _file(name: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8", headers=attached)
