"""The addresses of marking_rules."""

from django.urls import path

from console.marking_rules.views import marking_rules

urlpatterns = [path("c/<slug:slug>/marking-rules/", marking_rules, name="marking-rules")]
