"""The addresses of the pages of runs."""

from django.urls import URLPattern, path

from console.runs.views.changes import delete, rescore, retry, upload
from console.runs.views.compare import compare, compare_figure, compare_query, compare_table
from console.runs.views.files import run_table_file, runs_figure, runs_table_file
from console.runs.views.runs import run, runs
from console.runs.views.samples import sample
from console.runs.views.studies import (
    MEASURES_PAGE,
    STABILITY_PAGE,
    StudyPage,
    study_figure,
    study_make,
    study_page,
    study_table,
)


def _study_paths(page: StudyPage) -> list[URLPattern]:
    """The page of a study, its form, and its files."""
    name = page.study.name
    at, a_file, options = f"runs/{name}/", "<slug:section>-<int:place>.<str:kind>", {"page": page}
    return [
        path(at, study_page, options, name=name),
        path(f"{at}make/", study_make, options, name=f"{name}-make"),
        path(f"{at}figures/{a_file}", study_figure, options, name=f"{name}-figure"),
        path(f"{at}tables/{a_file}", study_table, options, name=f"{name}-table"),
    ]


in_campaign = [
    path("runs/", runs, name="runs"),
    path("runs/figures/<slug:family>.<str:kind>", runs_figure, name="runs-figure"),
    path("runs/tables/<slug:table>.<str:kind>", runs_table_file, name="runs-table"),
    path("runs/upload/", upload, name="upload-run"),
    path("runs/sample/<str:name>", sample, name="run-sample"),
    path("runs/score-again/", rescore, name="score-runs-again"),
    *_study_paths(MEASURES_PAGE),
    *_study_paths(STABILITY_PAGE),
    path("runs/compare/", compare, name="compare-runs"),
    path("runs/compare/differences.<str:kind>", compare_figure, name="compare-figure"),
    path("runs/compare/tables/<slug:table>.<str:kind>", compare_table, name="compare-table"),
    path("runs/compare/<int:query_id>/", compare_query, name="compare-query"),
    path("runs/<int:number>/", run, name="run"),
    path("runs/<int:number>/measures.<str:kind>", run_table_file, name="run-table"),
    path("runs/<int:number>/retry/", retry, name="retry-run"),
    path("runs/<int:number>/delete/", delete, name="delete-run"),
]
