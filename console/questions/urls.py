"""The addresses of questions."""

from django.urls import path

from console.questions.views.decide import question_decide, question_undo
from console.questions.views.list import question_list, questions_csv
from console.questions.views.question import question
from console.questions.views.review import question_review
from console.questions.views.reword import question_reword

in_campaign = [
    path("questions/", question_list, name="questions"),
    path("questions.csv", questions_csv, name="questions-csv"),
    path("questions/review/", question_review, name="question-review"),
    path("questions/<int:number>/", question, name="question"),
    path("questions/<int:number>/decide/", question_decide, name="question-decide"),
    path("questions/<int:number>/reword/", question_reword, name="question-reword"),
    path("questions/<int:number>/undo/", question_undo, name="question-undo"),
]
