"""The addresses of messages."""

from django.urls import path

from console.messages.views import messages_sent

urlpatterns = [
    path("c/<slug:slug>/people/messages/", messages_sent, name="messages"),
]
