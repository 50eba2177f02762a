"""The addresses of report."""

from django.urls import path

from console.report.views import campaign_report, report_download, report_make, report_part

in_campaign = [
    path("report/", campaign_report, name="campaign-report"),
    path("report/make/", report_make, name="report-make"),
    path("report/download/", report_download, name="report-download"),
    path("report/files/<str:folder>/<str:name>", report_part, name="report-file"),
]
