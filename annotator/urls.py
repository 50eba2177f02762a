"""The addresses of what annotators see, subject by subject."""

from importlib import import_module

SUBJECTS = (
    "desk",
    "people",
    "joining",
    "tutorial",
    "guideline",
)

_modules = [import_module(f"annotator.{subject}.urls") for subject in SUBJECTS]
urlpatterns = [pattern for module in _modules for pattern in getattr(module, "urlpatterns", [])]
in_campaign = [pattern for module in _modules for pattern in getattr(module, "in_campaign", [])]
