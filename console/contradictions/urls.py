"""The addresses of contradictions."""

from django.urls import path

from console.contradictions.views import contradictions

in_campaign = [
    path("contradictions/", contradictions, name="contradictions"),
]
