"""The addresses below /api/v1/."""

from django.urls import path

from annotator.desk.api import openapi  # noqa: F401  (registers the token scheme)
from annotator.desk.api.person import MeView, NewsView, ProblemsView
from annotator.desk.api.scores import ClaimView, ScoresView
from annotator.desk.api.session import SessionView
from annotator.desk.api.twin_captions import TwinCaptionsCheckView

urlpatterns = [
    path("seats/claim/", ClaimView.as_view(), name="api-claim"),
    path("scores/", ScoresView.as_view(), name="api-scores"),
    path("twin-captions/check/", TwinCaptionsCheckView.as_view(), name="api-twin-captions-check"),
    path("problems/", ProblemsView.as_view(), name="api-problems"),
    path("news/", NewsView.as_view(), name="api-news"),
    path("session/", SessionView.as_view(), name="api-session"),
    path("me/", MeView.as_view(), name="api-me"),
]
