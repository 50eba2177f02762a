"""How the people of a campaign agree, for leads, as a page and as a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.models import AskTask
from annotator.people.selectors.access import Lead, led_grading, led_without_twins, person_asking
from annotator.statistics.kappa import Weighting
from annotator.text.spreadsheet import Cell, csv_text
from consensus.agreement.blocks import DRAWN
from consensus.agreement.marked import marked_table
from consensus.agreement.matrix import matrix_rows, matrix_table, mean_kappa
from consensus.agreement.plots import alpha_drawing
from consensus.agreement.selectors.campaign import Which, agreement_page, query_texts
from consensus.agreement.selectors.marked import marked_agreement_of
from console.frame.forms import figure_file
from console.frame.trend import trend
from moments.base.dates import readable_label
from moments.models import Campaign

SCORES: dict[str, Which] = {"first": "first", "all": "all"}


@require_safe
@login_required
@never_cache
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """Where segments are marked, their agreement; else the figures of round 1 or `scores=all`, with their choices.

    The choices are `kappa=unweighted`, and over time `by=week` or by pairs.
    """
    lead = led_without_twins(person_asking(request), slug)
    return _graded(request, lead) if lead.campaign.is_graded else _marked(request, lead.campaign)


def _marked(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    shown = marked_agreement_of(campaign)
    context = {"campaign": campaign, "shown": shown, "tasks": dict(AskTask.choices)}
    return render(request, "console/agreement/marked.html", context)


def _graded(request: HttpRequest, lead: Lead) -> HttpResponse:
    which = SCORES.get(request.GET.get("scores", ""), "first")
    by = "week" if request.GET.get("by") == "week" else "pairs"
    unweighted = request.GET.get("kappa") == Weighting.UNWEIGHTED
    weighting = Weighting.UNWEIGHTED if unweighted else Weighting.QUADRATIC
    shown = agreement_page(lead, which=which, by="week" if by == "week" else "pairs")
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
        "trend": trend(
            [readable_label(block.label) for block in shown.blocks.shown],
            [("alpha", shown.blocks.values)],
            shown.blocks.intervals,
        ),
    }
    return render(request, "console/agreement/agreement.html", context)


@require_safe
@login_required
@never_cache
def agreement_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Every couple's kappas, of the scores that `scores` says; where segments are marked, all figures of the page."""
    lead = led_without_twins(person_asking(request), slug)
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
    lead = led_grading(person_asking(request), slug)
    which = SCORES.get(request.GET.get("scores", "first"))
    if which is None:
        return _unknown_scores()
    by_week = request.GET.get("by") == "week"
    blocks = agreement_page(lead, which=which, by="week" if by_week else "pairs").blocks
    return figure_file(alpha_drawing(blocks, by_week=by_week), kind, name=f"{slug}-alpha-{which}")


def _unknown_scores() -> HttpResponse:
    wanting = f"scores: expected {', '.join(SCORES)}\n"
    return HttpResponse(wanting, status=400, content_type="text/plain; charset=utf-8")


def _file(name: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8", headers=attached)
