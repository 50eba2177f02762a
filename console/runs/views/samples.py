"""Sample files of runs, made of the campaign's own candidates."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import Lead, led_scoring, person_asking
from benchmark.runs.samples import SAMPLES
from benchmark.runs.selectors.samples import sample_rows
from benchmark.runs.selectors.twin_runs import listed_names

NAMES = "videos.csv"


@require_safe
@login_required
def sample(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A file that can be uploaded as it is; 404 for no sample's name, and before there are candidates."""
    lead = led_scoring(person_asking(request), slug)
    if lead.campaign.is_twin:
        return _names(lead, name)
    rows = sample_rows(lead)
    file = SAMPLES.get(name)
    if file is None or not rows:
        raise Http404("no such sample")
    kind = "application/json" if name.endswith(".json") else "text/plain; charset=utf-8"
    return HttpResponse(
        file.content(rows), content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _names(lead: Lead, name: str) -> HttpResponse:
    """The names that a run of twins has, as CSV; 404 before there are labels."""
    rows = listed_names(lead)
    if name != NAMES or not rows:
        raise Http404("no such sample")
    lines = (",".join(row) for row in [("vid", "direction", "reverse"), *rows])
    return HttpResponse(
        "\n".join(lines) + "\n",
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{NAMES}"'},
    )
