"""The exam report (R11) for leads: the cohort, every person, the pairs that split people, and all of it as files."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.exam.selectors.marked_report import marked_report
from annotator.exam.selectors.report import ItemRow, exam_report
from annotator.exam.selectors.twin_report import twin_report
from annotator.exam.settings import UNITS
from annotator.models import Exam
from annotator.people.selectors.access import led_campaign, person_asking
from annotator.player.selectors import playable_clips
from annotator.text.spreadsheet import csv_text
from console.exam.charts import level_bars
from console.exam.selectors.exam import exam_asked, exams_of
from console.exam.selectors.marked import MARKED_TABLES
from console.exam.selectors.tables import TABLES, cohort_lines, people_plots, person_cells
from console.exam.selectors.tables import shown as shown_as
from console.exam.selectors.twins import CASE_WORDS, TWIN_TABLES, clips_of
from moments.campaign.selectors import levels_of

PAIRS_A_PAGE = 20


@require_safe
@login_required
@never_cache
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """The report on the exam that `exam` names, else on the one that runs, else the newest."""
    campaign = led_campaign(person_asking(request), slug).campaign
    exam = exam_asked(campaign, request.GET.get("exam", ""))
    if exam is None:
        return redirect("exam", slug)
    if not campaign.is_graded:
        return _marked(request, exam) if campaign.is_marked else _twins(request, exam)
    made = exam_report(exam)
    shown = "misses" if request.GET.get("show") == "misses" else "spread"
    items = sorted(made.items, key=_by_misses) if shown == "misses" else made.items
    page = Paginator(items, PAIRS_A_PAGE).get_page(request.GET.get("page"))
    clips = playable_clips(row.item.pair.moment_id for row in page)
    context = {
        "campaign": campaign,
        "exam": exam,
        "exams": exams_of(campaign),
        "report": made,
        "cohort": cohort_lines(made.cohort),
        "plots": people_plots(made) if made.people else [],
        "people": [(row, person_cells(row.figures)) for row in made.people],
        "pairs": [(row, level_bars(row.figures.counts), clips[row.item.pair.moment_id]) for row in page],
        "page": page,
        "shown": shown,
        "kept": f"exam={exam.number}&",
        "unit": UNITS[campaign.kind],
        "levels": levels_of(campaign),
    }
    return render(request, "console/exam/report.html", context)


@require_safe
@login_required
@never_cache
def report_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The people, the pairs or the cohort as a file, as `of` says."""
    campaign = led_campaign(person_asking(request), slug).campaign
    exam, of = exam_asked(campaign, request.GET.get("exam", "")), request.GET.get("of", "people")
    if exam is None or of not in TABLES:
        wanting = "the campaign has no exam" if exam is None else f"of: expected {', '.join(TABLES)}"
        return HttpResponse(f"{wanting}\n", status=400, content_type="text/plain; charset=utf-8")
    if campaign.is_graded:
        header, rows = TABLES[of](exam_report(exam))
    elif campaign.is_marked:
        header, rows = MARKED_TABLES[of](marked_report(exam))
    else:
        header, rows = TWIN_TABLES[of](twin_report(exam))
    attached = {"Content-Disposition": f'attachment; filename="{campaign.slug}-exam-{exam.number}-{of}.csv"'}
    return HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8", headers=attached)


def _marked(request: HttpRequest, exam: Exam) -> HttpResponse:
    """The report where the campaign marks."""
    made = marked_report(exam)
    lines = [
        ("Missed the truth, first answers", shown_as(made.missed, percent=True)),
        ("True segments found", shown_as(made.found, percent=True)),
        ("IoU with the truth", shown_as(made.iou)),
    ]
    context = {
        "campaign": exam.campaign,
        "exam": exam,
        "exams": exams_of(exam.campaign),
        "report": made,
        "cohort": lines,
        "page": Paginator(made.items, PAIRS_A_PAGE).get_page(request.GET.get("page")),
        "kept": f"exam={exam.number}&",
        "unit": UNITS[exam.campaign.kind],
    }
    return render(request, "console/exam/marked_report.html", context)


def _twins(request: HttpRequest, exam: Exam) -> HttpResponse:
    """The report in a twins campaign."""
    made = twin_report(exam)
    page = Paginator(made.items, PAIRS_A_PAGE).get_page(request.GET.get("page"))
    clips = clips_of(row.item.pair.moment_id for row in page)
    lines = [("Missed the right answer, first answers", shown_as(made.missed, percent=True))]
    lines += [(f"… where it is “{CASE_WORDS[case]}”", shown_as(one, percent=True)) for case, one in made.cases]
    context = {
        "campaign": exam.campaign,
        "exam": exam,
        "exams": exams_of(exam.campaign),
        "report": made,
        "cohort": lines,
        "cases": CASE_WORDS.values(),
        "page": page,
        "rows": [(row, CASE_WORDS[row.case], clips[row.item.pair.moment_id]) for row in page],
        "kept": f"exam={exam.number}&",
        "unit": UNITS[exam.campaign.kind],
    }
    return render(request, "console/exam/twin_report.html", context)


def _by_misses(row: ItemRow) -> tuple[float, int]:
    return (-(row.figures.missed_share or 0.0), row.item.pair.number)
