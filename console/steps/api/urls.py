"""The addresses of the steps below /api/v1/."""

from django.urls import path

from console.steps.api.registry import STEPS
from console.steps.api.steps import StepsView, view_of

urlpatterns = [
    path("campaigns/<slug:slug>/steps/", StepsView.as_view(), name="api-steps"),
    *(
        path(f"campaigns/<slug:slug>/steps/{step.name}/", view_of(step).as_view(), name=f"api-step-{step.name}")
        for step in STEPS
    ),
]
