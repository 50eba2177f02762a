"""The addresses of what leads and admins see, room by room."""

from django.urls import include, path

ROOMS = (
    "pay",
    "operation",
    "tokens",
    "campaign",
    "queries",
    "review",
    "inbox",
    "what_if",
    "problems",
    "contradictions",
    "guideline",
    "tutorial",
    "day",
    "leaving",
    "consent",
    "people",
    "checks",
    "exam",
    "derived",
    "agreement",
    "jobs",
    "report",
    "studies",
    "export",
    "corpus",
    "rewriting",
    "clips",
    "ranking",
    "runs",
    "questions",
    "videos",
    "quotas",
    "marking_rules",
)

urlpatterns = [path("", include(f"console.{room}.urls")) for room in ROOMS]
