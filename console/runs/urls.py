"""The addresses of the pages of runs."""

from django.urls import path

from console.runs.views.changes import delete, rescore, retry, upload
from console.runs.views.compare import compare, compare_figure, compare_query, compare_table
from console.runs.views.files import measures_figure, measures_table, run_table_file, runs_figure, runs_table_file
from console.runs.views.measures import measures, measures_make
from console.runs.views.runs import run, runs
from console.runs.views.samples import sample

urlpatterns = [
    path("c/<slug:slug>/runs/", runs, name="runs"),
    path("c/<slug:slug>/runs/figures/<slug:family>.<str:kind>", runs_figure, name="runs-figure"),
    path("c/<slug:slug>/runs/tables/<slug:table>.<str:kind>", runs_table_file, name="runs-table"),
    path("c/<slug:slug>/runs/upload/", upload, name="upload-run"),
    path("c/<slug:slug>/runs/sample/<str:name>", sample, name="run-sample"),
    path("c/<slug:slug>/runs/score-again/", rescore, name="score-runs-again"),
    path("c/<slug:slug>/runs/measures/", measures, name="measures"),
    path("c/<slug:slug>/runs/measures/make/", measures_make, name="measures-make"),
    path(
        "c/<slug:slug>/runs/measures/figures/<slug:section>-<int:place>.<str:kind>",
        measures_figure,
        name="measures-figure",
    ),
    path(
        "c/<slug:slug>/runs/measures/tables/<slug:section>-<int:place>.<str:kind>",
        measures_table,
        name="measures-table",
    ),
    path("c/<slug:slug>/runs/compare/", compare, name="compare-runs"),
    path("c/<slug:slug>/runs/compare/differences.<str:kind>", compare_figure, name="compare-figure"),
    path("c/<slug:slug>/runs/compare/tables/<slug:table>.<str:kind>", compare_table, name="compare-table"),
    path("c/<slug:slug>/runs/compare/<int:query_id>/", compare_query, name="compare-query"),
    path("c/<slug:slug>/runs/<int:number>/", run, name="run"),
    path("c/<slug:slug>/runs/<int:number>/measures.<str:kind>", run_table_file, name="run-table"),
    path("c/<slug:slug>/runs/<int:number>/retry/", retry, name="retry-run"),
    path("c/<slug:slug>/runs/<int:number>/delete/", delete, name="delete-run"),
]
