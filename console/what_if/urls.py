"""The addresses of what if."""

from django.urls import path

from console.what_if.views import what_if

in_campaign = [
    path("what-if/", what_if, name="what-if"),
]
