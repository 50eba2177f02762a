"""The addresses of checks."""

from django.urls import path

from console.checks.views import gold_set, gold_stop, golds, staffing

urlpatterns = [
    path("c/<slug:slug>/staffing/", staffing, name="staffing"),
    path("c/<slug:slug>/golds/", golds, name="golds"),
    path("c/<slug:slug>/golds/<int:number>/set/", gold_set, name="gold-set"),
    path("c/<slug:slug>/golds/<int:number>/stop/", gold_stop, name="gold-stop"),
]
