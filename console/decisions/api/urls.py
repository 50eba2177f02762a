"""The addresses of decisions on twins below /api/v1/."""

from django.urls import path

from console.decisions.api.twins import DecideView, UndoView, WaitingView

urlpatterns = [
    path("campaigns/<slug:slug>/twins/waiting/", WaitingView.as_view(), name="api-twins-waiting"),
    path("campaigns/<slug:slug>/twins/<int:number>/decide/", DecideView.as_view(), name="api-twins-decide"),
    path("campaigns/<slug:slug>/twins/<int:number>/undo/", UndoView.as_view(), name="api-twins-undo"),
]
