"""The addresses of clips."""

from django.urls import path

from console.clips.views import (
    corpus_clips,
    corpus_clips_going,
    corpus_clips_look,
    corpus_clips_order,
    corpus_clips_stop,
    corpus_clips_test,
    corpus_clips_twins,
)

in_campaign = [
    path("corpus/clips/", corpus_clips, name="corpus-clips"),
    path("corpus/clips/going/", corpus_clips_going, name="corpus-clips-going"),
    path("corpus/clips/order/", corpus_clips_order, name="corpus-clips-order"),
    path("corpus/clips/look/", corpus_clips_look, name="corpus-clips-look"),
    path("corpus/clips/test/", corpus_clips_test, name="corpus-clips-test"),
    path("corpus/clips/twins/", corpus_clips_twins, name="corpus-clips-twins"),
    path("corpus/clips/stop/", corpus_clips_stop, name="corpus-clips-stop"),
]
