"""The addresses of exams below /api/v1/."""

from django.urls import path

from console.exam.api.twins import ExamView, GradeView, SamplesView

urlpatterns = [
    path("campaigns/<slug:slug>/exam/", ExamView.as_view(), name="api-exam"),
    path("campaigns/<slug:slug>/exam/samples/", SamplesView.as_view(), name="api-exam-samples"),
    path("campaigns/<slug:slug>/exam/samples/<int:number>/grade/", GradeView.as_view(), name="api-exam-grade"),
]
