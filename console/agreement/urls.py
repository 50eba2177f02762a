"""The addresses of agreement."""

from django.urls import path

from console.agreement.views import agreement, agreement_csv, agreement_figure

in_campaign = [
    path("agreement/", agreement, name="agreement"),
    path("agreement/csv/", agreement_csv, name="agreement-csv"),
    path("agreement/alpha.<str:kind>", agreement_figure, name="agreement-figure"),
]
