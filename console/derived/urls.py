"""The addresses of captions and windows."""

from django.urls import path

from console.derived.views import derived, derived_decide, derived_draw

urlpatterns = [
    path("c/<slug:slug>/captions/", derived, name="captions"),
    path("c/<slug:slug>/captions/draw/", derived_draw, name="captions-draw"),
    path("c/<slug:slug>/captions/<int:number>/", derived_decide, name="captions-decide"),
]
