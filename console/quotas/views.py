"""The quotas as a table that leads edit, and as a file that they upload or download."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.asking.files.quota_file import GivenQuota, quotas_in
from annotator.asking.selectors.quotas import quota_rows, quotas_mark
from annotator.asking.services.quotas import set_quotas, upload_quotas
from annotator.models import AskTask
from annotator.people.selectors.access import Lead, led_marking, person_asking
from annotator.text.spreadsheet import csv_text
from moments.base.errors import BadInput
from moments.base.plurals import counted

HEADER = ("domain", "task", "wanted", "have")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def quotas(request: HttpRequest, slug: str) -> HttpResponse:
    """The table; a POST sets all quotas at once, and a cell without a number has none."""
    lead = led_marking(person_asking(request), slug)
    if request.method != "POST":
        return _page(request, lead)
    try:
        wanted = set_quotas(
            campaign=lead.campaign,
            rows=_typed(request),
            now=timezone.now(),
            actor=lead.actor,
            seen=request.POST.get("seen", ""),
        )
    except BadInput as problem:
        return _page(request, lead, problem=str(problem))
    messages.success(request, f"The quotas are saved. They want {counted(wanted, 'question')}.")
    return redirect("quotas", slug)


@require_POST
@login_required
def quotas_upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the quotas of a CSV file take the place of all others."""
    lead = led_marking(person_asking(request), slug)
    file = request.FILES.get("file")
    try:
        if file is None:
            raise BadInput("choose a CSV file", field="file")
        made, wanted = upload_quotas(
            campaign=lead.campaign,
            given_name=file.name or "",
            parts=file.chunks(),
            now=timezone.now(),
            actor=lead.actor,
        )
    except BadInput as problem:
        return _page(request, lead, problem=str(problem))
    words = f"{counted(made, 'quota')} and {counted(wanted, 'question')}"
    messages.success(request, f"The file’s quotas are saved: {words}.")
    return redirect("quotas", slug)


@require_safe
@login_required
@never_cache
def quotas_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The quotas and what there is as a file that can be changed and uploaded."""
    lead = led_marking(person_asking(request), slug)
    rows = [
        (row.domain, cell.task, cell.wanted or 0, cell.have) for row in quota_rows(lead.campaign) for cell in row.cells
    ]
    attached = {"Content-Disposition": f'attachment; filename="{slug}-quotas.csv"'}
    return HttpResponse(csv_text(HEADER, rows), content_type="text/csv; charset=utf-8", headers=attached)


def _typed(request: HttpRequest) -> list[GivenQuota]:
    """The quotas of the table; raises BadInput naming the row that is wrong."""
    domains = request.POST.getlist("domain")
    columns = {task: request.POST.getlist(f"wanted-{task}") for task in AskTask.values}
    if any(len(column) != len(domains) for column in columns.values()):
        raise BadInput("the table is incomplete; open the page again")
    records = [
        {"domain": domain, "task": task, "wanted": column[place]}
        for place, domain in enumerate(domains)
        for task, column in columns.items()
        if column[place].strip()
    ]
    return quotas_in(records, name="quota")


def _page(request: HttpRequest, lead: Lead, *, problem: str = "") -> HttpResponse:
    rows = quota_rows(lead.campaign)
    context = {
        "campaign": lead.campaign,
        "rows": rows,
        "tasks": AskTask.choices,
        "wanted": sum(cell.wanted or 0 for row in rows for cell in row.cells),
        "have": sum(cell.have for row in rows for cell in row.cells),
        "missing": sum(row.missing for row in rows),
        "seen": quotas_mark(lead.campaign),
        "problem": problem,
    }
    return render(request, "console/quotas/quotas.html", context, status=400 if problem else 200)
