"""The addresses of leaving."""

from django.urls import path

from console.leaving.views import leave

urlpatterns = [
    path("leave/", leave, name="leave"),
]
