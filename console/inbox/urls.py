"""The addresses of inbox."""

from django.urls import path

from console.inbox.views import inbox, inbox_count, inbox_digest

in_campaign = [
    path("inbox/", inbox, name="inbox"),
    path("inbox/count/", inbox_count, name="inbox-count"),
    path("inbox/digest/", inbox_digest, name="inbox-digest"),
]
