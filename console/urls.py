"""The addresses of what leads and admins see, room by room."""

from importlib import import_module

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
    "decisions",
    "guideline",
    "pictures",
    "scale",
    "tutorial",
    "day",
    "leaving",
    "messages",
    "consent",
    "people",
    "checks",
    "exam",
    "derived",
    "agreement",
    "jobs",
    "report",
    "studies",
    "pilots",
    "export",
    "corpus",
    "rewriting",
    "splits",
    "steps",
    "clips",
    "ranking",
    "runs",
    "questions",
    "videos",
    "quotas",
    "marking_rules",
    "material",
)

_modules = [import_module(f"console.{room}.urls") for room in ROOMS]
urlpatterns = [pattern for module in _modules for pattern in getattr(module, "urlpatterns", [])]
in_campaign = [pattern for module in _modules for pattern in getattr(module, "in_campaign", [])]
