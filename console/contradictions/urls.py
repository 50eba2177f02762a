"""The addresses of contradictions."""

from django.urls import path

from console.contradictions.views import contradictions

urlpatterns = [
    path("c/<slug:slug>/contradictions/", contradictions, name="contradictions"),
]
