"""The addresses of consent."""

from django.urls import path

from console.consent.views import consent_edit

urlpatterns = [
    path("c/<slug:slug>/consent/edit/", consent_edit, name="consent-edit"),
]
