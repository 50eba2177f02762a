"""The addresses of exports below /api/v1/."""

from django.urls import path

from console.export.api.exports import DownloadView, ExportsView, ExportView

urlpatterns = [
    path("campaigns/<slug:slug>/exports/", ExportsView.as_view(), name="api-exports"),
    path("campaigns/<slug:slug>/exports/<int:number>/", ExportView.as_view(), name="api-export"),
    path("campaigns/<slug:slug>/exports/<int:number>/download/", DownloadView.as_view(), name="api-export-download"),
]
