"""The addresses of quotas."""

from django.urls import path

from console.quotas.views import quotas, quotas_csv, quotas_upload

urlpatterns = [
    path("c/<slug:slug>/quotas/", quotas, name="quotas"),
    path("c/<slug:slug>/quotas/csv/", quotas_csv, name="quotas-csv"),
    path("c/<slug:slug>/quotas/upload/", quotas_upload, name="quotas-upload"),
]
