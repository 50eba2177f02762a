"""The addresses of material."""

from django.urls import path

from console.material.views.marking import corpus_mark
from console.material.views.places import corpus_place, corpus_videos, corpus_videos_add
from console.material.views.uploads import upload_begin, upload_drop, upload_part

in_campaign = [
    path("corpus/videos/", corpus_videos, name="corpus-videos"),
    path("corpus/videos/add/", corpus_videos_add, name="corpus-videos-add"),
    path("corpus/videos/place/", corpus_place, name="corpus-place"),
    path("corpus/videos/uploads/", upload_begin, name="corpus-upload"),
    path("corpus/videos/uploads/<int:upload_id>/", upload_part, name="corpus-upload-part"),
    path("corpus/videos/uploads/<int:upload_id>/drop/", upload_drop, name="corpus-upload-drop"),
    path("corpus/videos/<int:video_id>/mark/", corpus_mark, name="corpus-mark"),
]
