"""The addresses of agreement."""

from django.urls import path

from console.agreement.views import agreement, agreement_csv

urlpatterns = [
    path("c/<slug:slug>/agreement/", agreement, name="agreement"),
    path("c/<slug:slug>/agreement/csv/", agreement_csv, name="agreement-csv"),
]
