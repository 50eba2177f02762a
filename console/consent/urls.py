"""The addresses of consent."""

from django.urls import path

from console.consent.views import consent_edit

in_campaign = [
    path("consent/edit/", consent_edit, name="consent-edit"),
]
