"""The addresses of reviewed rewrites below /api/v1/."""

from django.urls import path

from console.rewriting.api.reviewing import ReviewView, SampleView, UndoReviewView

urlpatterns = [
    path("campaigns/<slug:slug>/rewrites/sample/", SampleView.as_view(), name="api-rewrites-sample"),
    path("campaigns/<slug:slug>/rewrites/<int:number>/review/", ReviewView.as_view(), name="api-rewrites-review"),
    path("campaigns/<slug:slug>/rewrites/<int:number>/undo/", UndoReviewView.as_view(), name="api-rewrites-undo"),
]
