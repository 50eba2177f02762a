"""The addresses of guideline."""

from django.urls import path

from console.guideline.views import example_add, example_remove, guideline_edit

in_campaign = [
    path("guideline/edit/", guideline_edit, name="guideline-edit"),
    path("pairs/<int:number>/example/", example_add, name="example-add"),
    path("pairs/<int:number>/example/remove/", example_remove, name="example-remove"),
]
