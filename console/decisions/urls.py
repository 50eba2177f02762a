"""The addresses of queues of decisions."""

from django.urls import path

from console.decisions.views.deciding import decisions_item, decisions_reason, decisions_undo
from console.decisions.views.queue import decisions, decisions_queue

ITEM = "decisions/<slug:kind>/<int:item>/"

in_campaign = [
    path("decisions/", decisions, name="decisions"),
    path("decisions/<slug:kind>/", decisions_queue, name="decisions-queue"),
    path(ITEM, decisions_item, name="decisions-item"),
    path(f"{ITEM}undo/", decisions_undo, name="decisions-undo"),
    path(f"{ITEM}reason/", decisions_reason, name="decisions-reason"),
]
