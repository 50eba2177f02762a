"""The addresses of marking_rules."""

from django.urls import path

from console.marking_rules.views import marking_rules, protocol, twin_rules

in_campaign = [
    path("marking-rules/", marking_rules, name="marking-rules"),
    path("protocol/", protocol, name="protocol"),
    path("twin-rules/", twin_rules, name="twin-rules"),
]
