"""The addresses below /api/v1/."""

from django.urls import path

from annotator.api import openapi  # noqa: F401  (registers the token scheme)
from annotator.api.me import MeView
from annotator.api.news import NewsView
from annotator.api.problems import ProblemsView
from annotator.api.scores import ScoresView
from annotator.api.seats import ClaimView
from annotator.api.session import SessionView

urlpatterns = [
    path("seats/claim/", ClaimView.as_view(), name="api-claim"),
    path("scores/", ScoresView.as_view(), name="api-scores"),
    path("problems/", ProblemsView.as_view(), name="api-problems"),
    path("news/", NewsView.as_view(), name="api-news"),
    path("session/", SessionView.as_view(), name="api-session"),
    path("me/", MeView.as_view(), name="api-me"),
]
