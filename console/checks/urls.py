"""The addresses of checks."""

from django.urls import path

from console.checks.views import gold_set, gold_stop, golds, staffing

in_campaign = [
    path("staffing/", staffing, name="staffing"),
    path("golds/", golds, name="golds"),
    path("golds/<int:number>/set/", gold_set, name="gold-set"),
    path("golds/<int:number>/stop/", gold_stop, name="gold-stop"),
]
