"""The addresses of exams below /api/v1/."""

from django.urls import path

from console.exam.api.steering import CloseView, OpenView, PermitsView
from console.exam.api.twins import ExamView, GradeView, SamplesView, UndoGradeView

urlpatterns = [
    path("campaigns/<slug:slug>/exam/", ExamView.as_view(), name="api-exam"),
    path("campaigns/<slug:slug>/exam/open/", OpenView.as_view(), name="api-exam-open"),
    path("campaigns/<slug:slug>/exam/close/", CloseView.as_view(), name="api-exam-close"),
    path("campaigns/<slug:slug>/exam/permits/", PermitsView.as_view(), name="api-exam-permits"),
    path("campaigns/<slug:slug>/exam/samples/", SamplesView.as_view(), name="api-exam-samples"),
    path("campaigns/<slug:slug>/exam/samples/<int:number>/grade/", GradeView.as_view(), name="api-exam-grade"),
    path("campaigns/<slug:slug>/exam/samples/<int:number>/undo/", UndoGradeView.as_view(), name="api-exam-grade-undo"),
]
