"""The addresses of guideline."""

from django.urls import path

from annotator.guideline.views import guideline, guideline_drawer

in_campaign = [
    path("guideline/", guideline, name="guideline"),
    path("guideline/drawer/", guideline_drawer, name="guideline-drawer"),
]
