"""The addresses of messages."""

from django.urls import path

from console.messages.views import messages_sent

in_campaign = [
    path("people/messages/", messages_sent, name="messages"),
]
