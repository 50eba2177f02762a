"""The addresses of captions and windows."""

from django.urls import path

from console.derived.views.judging import judge_captions
from console.derived.views.leading import derived, derived_decide, derived_draw, derived_progress, derived_write

in_campaign = [
    path("judge-captions/", judge_captions, name="judge-captions"),
    path("captions/", derived, name="captions"),
    path("captions/draw/", derived_draw, name="captions-draw"),
    path("captions/write/", derived_write, name="captions-write"),
    path("captions/progress/", derived_progress, name="captions-progress"),
    path("captions/<int:number>/", derived_decide, name="captions-decide"),
]
