"""The addresses of what annotators see, subject by subject."""

from django.urls import include, path

SUBJECTS = (
    "desk",
    "people",
    "joining",
    "tutorial",
    "guideline",
)

urlpatterns = [path("", include(f"annotator.{subject}.urls")) for subject in SUBJECTS]
