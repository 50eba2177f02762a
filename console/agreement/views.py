"""How the people of a campaign agree, for leads, as a page and as a file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_grading, person_asking
from annotator.statistics.kappa import Weighting
from annotator.text.spreadsheet import csv_text
from consensus.agreement.matrix import matrix_rows, matrix_table, mean_kappa
from consensus.agreement.selectors.campaign import Which, agreement_page, query_texts
from console.frame.trend import trend

SCORES: dict[str, Which] = {"first": "first", "all": "all"}


@require_safe
@login_required
@never_cache
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The figures of round 1 or `scores=all`, with `kappa=unweighted`, over time `by=week` or by pairs."""
    lead = led_grading(person_asking(request), slug)
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
        "trend": trend([block.label for block in shown.blocks.shown], [("alpha", shown.blocks.values)]),
    }
    return render(request, "console/agreement/agreement.html", context)


@require_safe
@login_required
@never_cache
def agreement_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Every couple's kappas as a file, of the scores that `scores` says."""
    lead = led_grading(person_asking(request), slug)
    which = SCORES.get(request.GET.get("scores", "first"))
    if which is None:
        wanting = f"scores: expected {', '.join(SCORES)}\n"
        return HttpResponse(wanting, status=400, content_type="text/plain; charset=utf-8")
    header, rows = matrix_table(agreement_page(lead, which=which, by="pairs").figures)
    attached = {"Content-Disposition": f'attachment; filename="{lead.campaign.slug}-agreement-{which}.csv"'}
    return HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8", headers=attached)
