"""The addresses of questions."""

from django.urls import path

from console.questions.views.list import question_list, questions_csv

urlpatterns = [
    path("c/<slug:slug>/questions/", question_list, name="questions"),
    path("c/<slug:slug>/questions.csv", questions_csv, name="questions-csv"),
]
