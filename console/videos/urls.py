"""The addresses of videos."""

from django.urls import path

from console.videos.views import video, video_list

urlpatterns = [
    path("c/<slug:slug>/videos/", video_list, name="videos"),
    path("c/<slug:slug>/videos/<int:video_id>/", video, name="video"),
]
