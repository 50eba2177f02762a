"""The addresses of export."""

from django.urls import path

from console.export.views.compare import compare
from console.export.views.exports import card, download, exports, history, order

urlpatterns = [
    path("c/<slug:slug>/exports/", exports, name="exports"),
    path("c/<slug:slug>/exports/history/", history, name="export-history"),
    path("c/<slug:slug>/exports/order/", order, name="export-order"),
    path("c/<slug:slug>/exports/card/", card, name="export-card"),
    path("c/<slug:slug>/exports/compare/", compare, name="export-compare"),
    path("c/<slug:slug>/exports/<int:number>/download/", download, name="export-download"),
]
