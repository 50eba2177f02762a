"""The addresses of joining."""

from django.urls import path

from annotator.joining.views.consent import consent, welcome
from annotator.joining.views.join import join

urlpatterns = [
    path("join/<str:token>/", join, name="join"),
]

in_campaign = [
    path("welcome/", welcome, name="welcome"),
    path("consent/", consent, name="consent"),
]
