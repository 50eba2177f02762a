"""The addresses of report."""

from django.urls import path

from console.report.views import campaign_report, report_download, report_make, report_part

urlpatterns = [
    path("c/<slug:slug>/report/", campaign_report, name="campaign-report"),
    path("c/<slug:slug>/report/make/", report_make, name="report-make"),
    path("c/<slug:slug>/report/download/", report_download, name="report-download"),
    path("c/<slug:slug>/report/files/<str:folder>/<str:name>", report_part, name="report-file"),
]
