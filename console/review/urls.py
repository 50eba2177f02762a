"""The addresses of review."""

from django.urls import path

from console.review.views.decide import decide, follow, undo
from console.review.views.review import review

in_campaign = [
    path("review/", review, name="review"),
    path("reviews/<int:review_id>/decide/", decide, name="decide"),
    path("reviews/<int:review_id>/undo/", undo, name="undo"),
    path("reviews/follow/", follow, name="follow"),
]
