"""The addresses of captions and windows."""

from django.urls import path

from console.derived.views.judging import judge_captions
from console.derived.views.leading import derived, derived_decide, derived_draw, derived_progress, derived_write

urlpatterns = [
    path("c/<slug:slug>/judge-captions/", judge_captions, name="judge-captions"),
    path("c/<slug:slug>/captions/", derived, name="captions"),
    path("c/<slug:slug>/captions/draw/", derived_draw, name="captions-draw"),
    path("c/<slug:slug>/captions/write/", derived_write, name="captions-write"),
    path("c/<slug:slug>/captions/progress/", derived_progress, name="captions-progress"),
    path("c/<slug:slug>/captions/<int:number>/", derived_decide, name="captions-decide"),
]
