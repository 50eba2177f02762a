"""The addresses of runs below /api/v1/."""

from django.urls import path

from console.runs.api.runs import CompareView, RunsView, RunView
from console.runs.api.studies import MeasuresView, StabilityView

urlpatterns = [
    path("campaigns/<slug:slug>/runs/", RunsView.as_view(), name="api-runs"),
    path("campaigns/<slug:slug>/runs/measures/", MeasuresView.as_view(), name="api-runs-measures"),
    path("campaigns/<slug:slug>/runs/stability/", StabilityView.as_view(), name="api-runs-stability"),
    path("campaigns/<slug:slug>/runs/compare/", CompareView.as_view(), name="api-runs-compare"),
    path("campaigns/<slug:slug>/runs/<int:number>/", RunView.as_view(), name="api-run"),
]
