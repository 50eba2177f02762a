"""The addresses of day."""

from django.urls import path

from console.day.views import day

in_campaign = [
    path("day/", day, name="day"),
]
