"""Sample files of runs, made of the campaign's own candidates."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_grading, person_asking
from benchmark.runs.samples import SAMPLES
from benchmark.runs.selectors.samples import sample_rows


@require_safe
@login_required
def sample(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A file that can be uploaded as it is; 404 for no sample's name, and before there are candidates."""
    rows = sample_rows(led_grading(person_asking(request), slug))
    file = SAMPLES.get(name)
    if file is None or not rows:
        raise Http404("no such sample")
    kind = "application/json" if name.endswith(".json") else "text/plain; charset=utf-8"
    return HttpResponse(
        file.content(rows), content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
