"""The addresses below /api/v1/ for writing questions and watching videos."""

from django.urls import path

from annotator.asking.api.asks import AsksView, AskView, BeginView, FinishView, SubmitView
from annotator.asking.api.viewing import ViewingView

urlpatterns = [
    path("asks/", AsksView.as_view(), name="api-asks"),
    path("asks/begin/", BeginView.as_view(), name="api-asks-begin"),
    path("asks/finish/", FinishView.as_view(), name="api-asks-finish"),
    path("asks/<int:number>/", AskView.as_view(), name="api-ask"),
    path("asks/<int:number>/submit/", SubmitView.as_view(), name="api-ask-submit"),
    path("viewing/", ViewingView.as_view(), name="api-viewing"),
]
