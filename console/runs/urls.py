"""The addresses of the pages of runs."""

from django.urls import path

from console.runs.views.changes import delete, rescore, retry, upload
from console.runs.views.compare import compare, compare_query
from console.runs.views.runs import run, runs

urlpatterns = [
    path("c/<slug:slug>/runs/", runs, name="runs"),
    path("c/<slug:slug>/runs/upload/", upload, name="upload-run"),
    path("c/<slug:slug>/runs/score-again/", rescore, name="score-runs-again"),
    path("c/<slug:slug>/runs/compare/", compare, name="compare-runs"),
    path("c/<slug:slug>/runs/compare/<int:query_id>/", compare_query, name="compare-query"),
    path("c/<slug:slug>/runs/<int:number>/", run, name="run"),
    path("c/<slug:slug>/runs/<int:number>/retry/", retry, name="retry-run"),
    path("c/<slug:slug>/runs/<int:number>/delete/", delete, name="delete-run"),
]
