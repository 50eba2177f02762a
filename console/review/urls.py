"""The addresses of review."""

from django.urls import path

from console.review.views.decide import decide, follow, undo
from console.review.views.review import review

urlpatterns = [
    path("c/<slug:slug>/review/", review, name="review"),
    path("c/<slug:slug>/reviews/<int:review_id>/decide/", decide, name="decide"),
    path("c/<slug:slug>/reviews/<int:review_id>/undo/", undo, name="undo"),
    path("c/<slug:slug>/reviews/follow/", follow, name="follow"),
]
