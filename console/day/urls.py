"""The addresses of day."""

from django.urls import path

from console.day.views import day

urlpatterns = [
    path("c/<slug:slug>/day/", day, name="day"),
]
