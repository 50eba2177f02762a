"""The addresses of inbox."""

from django.urls import path

from console.inbox.views import inbox, inbox_count, inbox_digest

urlpatterns = [
    path("c/<slug:slug>/inbox/", inbox, name="inbox"),
    path("c/<slug:slug>/inbox/count/", inbox_count, name="inbox-count"),
    path("c/<slug:slug>/inbox/digest/", inbox_digest, name="inbox-digest"),
]
