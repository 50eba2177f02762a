"""The addresses of tutorial."""

from django.urls import path

from console.tutorial.views import tutorial_edit

in_campaign = [
    path("tutorial/edit/", tutorial_edit, name="tutorial-edit"),
]
