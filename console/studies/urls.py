"""The addresses of studies."""

from django.urls import path

from console.studies.views import studies, study_make, study_stop

in_campaign = [
    path("studies/", studies, name="studies"),
    path("studies/make/", study_make, name="study-make"),
    path("studies/<int:number>/stop/", study_stop, name="study-stop"),
]
