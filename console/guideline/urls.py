"""The addresses of guideline."""

from django.urls import path

from console.guideline.views import example_add, example_remove, guideline_edit

urlpatterns = [
    path("c/<slug:slug>/guideline/edit/", guideline_edit, name="guideline-edit"),
    path("c/<slug:slug>/pairs/<int:number>/example/", example_add, name="example-add"),
    path("c/<slug:slug>/pairs/<int:number>/example/remove/", example_remove, name="example-remove"),
]
