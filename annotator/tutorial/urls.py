"""The addresses of the tutorial."""

from django.urls import path

from annotator.tutorial.views.practice import practice
from annotator.tutorial.views.tutorial import tutorial, tutorial_finish

urlpatterns = [
    path("c/<slug:slug>/tutorial/", tutorial, name="tutorial"),
    path("c/<slug:slug>/tutorial/finish/", tutorial_finish, name="tutorial-finish"),
    path("c/<slug:slug>/tutorial/<int:place>/", practice, name="practice"),
]
