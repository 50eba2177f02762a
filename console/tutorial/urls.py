"""The addresses of tutorial."""

from django.urls import path

from console.tutorial.views import tutorial_edit

urlpatterns = [
    path("c/<slug:slug>/tutorial/edit/", tutorial_edit, name="tutorial-edit"),
]
