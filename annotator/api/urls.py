"""The addresses below /api/v1/."""

from django.urls import path

from annotator.api import openapi  # noqa: F401  (registers the token scheme)
from annotator.api.me import MeView
from annotator.api.problems import ProblemsView
from annotator.api.scores import ScoresView
from annotator.api.seats import ClaimView

urlpatterns = [
    path("seats/claim/", ClaimView.as_view(), name="api-claim"),
    path("scores/", ScoresView.as_view(), name="api-scores"),
    path("problems/", ProblemsView.as_view(), name="api-problems"),
    path("me/", MeView.as_view(), name="api-me"),
]
