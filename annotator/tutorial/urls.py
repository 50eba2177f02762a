"""The addresses of the tutorial."""

from django.urls import path

from annotator.tutorial.views.practice import practice
from annotator.tutorial.views.tutorial import tutorial, tutorial_finish

in_campaign = [
    path("tutorial/", tutorial, name="tutorial"),
    path("tutorial/finish/", tutorial_finish, name="tutorial-finish"),
    path("tutorial/<int:place>/", practice, name="practice"),
]
