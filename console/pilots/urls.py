"""The addresses of pilots."""

from django.urls import path

from console.pilots.views import pilot_make, pilot_stop, pilots

urlpatterns = [
    path("c/<slug:slug>/pilots/", pilots, name="pilots"),
    path("c/<slug:slug>/pilots/make/", pilot_make, name="pilot-make"),
    path("c/<slug:slug>/pilots/<int:number>/stop/", pilot_stop, name="pilot-stop"),
]
