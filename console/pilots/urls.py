"""The addresses of pilots."""

from django.urls import path

from console.pilots.views import pilot_make, pilot_stop, pilots

in_campaign = [
    path("pilots/", pilots, name="pilots"),
    path("pilots/make/", pilot_make, name="pilot-make"),
    path("pilots/<int:number>/stop/", pilot_stop, name="pilot-stop"),
]
