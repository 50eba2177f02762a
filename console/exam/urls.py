"""The addresses of exam."""

from django.urls import path

from console.exam.views.bank import exam_doubtful, exam_drop, exam_save
from console.exam.views.exam import exam, exam_close, exam_freeze, exam_grant, exam_open
from console.exam.views.making import exam_copy, exam_make
from console.exam.views.report import report, report_csv
from console.exam.views.samples import exam_permit, exam_sample_grade, exam_sample_undo, exam_samples

in_campaign = [
    path("exam/", exam, name="exam"),
    path("exam/report/", report, name="exam-report"),
    path("exam/report/csv/", report_csv, name="exam-report-csv"),
    path("exam/samples/", exam_samples, name="exam-samples"),
    path("exam/samples/<int:score>/", exam_sample_grade, name="exam-sample-grade"),
    path("exam/samples/<int:score>/undo/", exam_sample_undo, name="exam-sample-undo"),
    path("exam/<int:number>/permit/", exam_permit, name="exam-permit"),
    path("exam/make/", exam_make, name="exam-make"),
    path("exam/copy/", exam_copy, name="exam-copy"),
    path("exam/<int:number>/open/", exam_open, name="exam-open"),
    path("exam/<int:number>/freeze/", exam_freeze, name="exam-freeze"),
    path("exam/<int:number>/close/", exam_close, name="exam-close"),
    path("exam/<int:number>/grant/", exam_grant, name="exam-grant"),
    path("exam/<int:number>/save/", exam_save, name="exam-save"),
    path("exam/<int:number>/pairs/<int:pair>/drop/", exam_drop, name="exam-drop"),
    path("exam/<int:number>/pairs/<int:pair>/doubtful/", exam_doubtful, name="exam-doubtful"),
]
