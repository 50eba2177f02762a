"""The addresses of problems."""

from django.urls import path

from console.problems.views import answer, problems

urlpatterns = [
    path("c/<slug:slug>/problems/", problems, name="problems"),
    path("c/<slug:slug>/problems/<int:problem_id>/answer/", answer, name="answer"),
]
