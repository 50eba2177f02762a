"""The addresses of quotas."""

from django.urls import path

from console.quotas.views import quotas, quotas_csv, quotas_upload

in_campaign = [
    path("quotas/", quotas, name="quotas"),
    path("quotas/csv/", quotas_csv, name="quotas-csv"),
    path("quotas/upload/", quotas_upload, name="quotas-upload"),
]
