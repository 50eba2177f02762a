"""The addresses of guideline."""

from django.urls import path

from annotator.guideline.views import guideline, guideline_drawer

urlpatterns = [
    path("c/<slug:slug>/guideline/", guideline, name="guideline"),
    path("c/<slug:slug>/guideline/drawer/", guideline_drawer, name="guideline-drawer"),
]
