"""The addresses of marking_rules."""

from django.urls import path

from console.marking_rules.views import marking_rules, protocol, twin_rules

urlpatterns = [
    path("c/<slug:slug>/marking-rules/", marking_rules, name="marking-rules"),
    path("c/<slug:slug>/protocol/", protocol, name="protocol"),
    path("c/<slug:slug>/twin-rules/", twin_rules, name="twin-rules"),
]
