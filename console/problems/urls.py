"""The addresses of problems."""

from django.urls import path

from console.problems.views import answer, problems

in_campaign = [
    path("problems/", problems, name="problems"),
    path("problems/<int:problem_id>/answer/", answer, name="answer"),
]
