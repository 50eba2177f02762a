"""The addresses of agreement."""

from django.urls import path

from console.agreement.views import agreement, agreement_csv, agreement_figure

urlpatterns = [
    path("c/<slug:slug>/agreement/", agreement, name="agreement"),
    path("c/<slug:slug>/agreement/csv/", agreement_csv, name="agreement-csv"),
    path("c/<slug:slug>/agreement/alpha.<str:kind>", agreement_figure, name="agreement-figure"),
]
