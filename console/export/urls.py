"""The addresses of export."""

from django.urls import path

from console.export.views.compare import compare
from console.export.views.exports import card, download, exports, history, order

in_campaign = [
    path("exports/", exports, name="exports"),
    path("exports/history/", history, name="export-history"),
    path("exports/order/", order, name="export-order"),
    path("exports/card/", card, name="export-card"),
    path("exports/compare/", compare, name="export-compare"),
    path("exports/<int:number>/download/", download, name="export-download"),
]
