"""The list of a campaign's questions, on a page and as a file."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.models import AskTask
from annotator.people.selectors.access import led_marking, person_asking
from annotator.text.spreadsheet import csv_text
from console.questions.selectors.list import (
    HEADER,
    LONGEST_FIND,
    STATES,
    Wanted,
    choices,
    listed_questions,
    question_row,
    question_table,
)

QUESTIONS_A_PAGE = 50


@require_safe
@login_required
def question_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    lead = led_marking(person_asking(request), slug)
    wanted = wanted_in(request.GET)
    kept = urlencode(wanted.kept)
    page = Paginator(listed_questions(lead, wanted), QUESTIONS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": lead.campaign,
        "page": page,
        "rows": [question_row(ask) for ask in page],
        "wanted": wanted,
        "choices": choices(lead),
        "kept": f"{kept}&" if kept else "",
        "shown": wanted.state,
    }
    return render(request, "console/questions/list.html", context)


@require_safe
@login_required
def questions_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """All questions that the filters find, as a file."""
    lead = led_marking(person_asking(request), slug)
    rows = question_table(lead, wanted_in(request.GET))
    attached = {"Content-Disposition": f'attachment; filename="{lead.campaign.slug}-questions.csv"'}
    return HttpResponse(csv_text(HEADER, rows), content_type="text/csv; charset=utf-8", headers=attached)


def wanted_in(data: QueryDict) -> Wanted:
    """What the address asks for; what it does not know is left out."""
    texts = {name: data.get(name, "").strip()[:LONGEST_FIND] for name in ("video", "author", "find")}
    state, task, domain = data.get("show", ""), data.get("task", ""), data.get("domain", "*")
    return Wanted(
        state=state if state in STATES else "",
        task=task if task in AskTask.values else "",
        domain=None if domain == "*" else domain[:LONGEST_FIND],
        twice=data.get("twice") == "1",
        disputed=data.get("disputed") == "1",
        **texts,
    )
