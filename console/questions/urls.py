"""The addresses of questions."""

from django.urls import path

from console.questions.views.decide import question_decide, question_undo
from console.questions.views.list import question_list, questions_csv
from console.questions.views.question import question
from console.questions.views.review import question_review
from console.questions.views.reword import question_reword

urlpatterns = [
    path("c/<slug:slug>/questions/", question_list, name="questions"),
    path("c/<slug:slug>/questions.csv", questions_csv, name="questions-csv"),
    path("c/<slug:slug>/questions/review/", question_review, name="question-review"),
    path("c/<slug:slug>/questions/<int:number>/", question, name="question"),
    path("c/<slug:slug>/questions/<int:number>/decide/", question_decide, name="question-decide"),
    path("c/<slug:slug>/questions/<int:number>/reword/", question_reword, name="question-reword"),
    path("c/<slug:slug>/questions/<int:number>/undo/", question_undo, name="question-undo"),
]
