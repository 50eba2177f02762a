"""The addresses of videos."""

from django.urls import path

from console.videos.views import video, video_list

in_campaign = [
    path("videos/", video_list, name="videos"),
    path("videos/<int:video_id>/", video, name="video"),
]
