"""The addresses of captions and windows below /api/v1/."""

from django.urls import path

from console.derived.api.judging import JudgeView, NextView
from console.derived.api.leading import CaptionsView, DecideView, DrawView, WriteView

urlpatterns = [
    path("campaigns/<slug:slug>/captions/", CaptionsView.as_view(), name="api-captions"),
    path("campaigns/<slug:slug>/captions/write/", WriteView.as_view(), name="api-captions-write"),
    path("campaigns/<slug:slug>/captions/draw/", DrawView.as_view(), name="api-captions-draw"),
    path("campaigns/<slug:slug>/captions/<int:number>/decide/", DecideView.as_view(), name="api-captions-decide"),
    path("captions/next/", NextView.as_view(), name="api-captions-next"),
    path("captions/<int:number>/judge/", JudgeView.as_view(), name="api-captions-judge"),
]
