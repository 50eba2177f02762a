"""The addresses of studies."""

from django.urls import path

from console.studies.views import studies, study_make, study_stop

urlpatterns = [
    path("c/<slug:slug>/studies/", studies, name="studies"),
    path("c/<slug:slug>/studies/make/", study_make, name="study-make"),
    path("c/<slug:slug>/studies/<int:number>/stop/", study_stop, name="study-stop"),
]
