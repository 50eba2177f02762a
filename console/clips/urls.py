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

urlpatterns = [
    path("c/<slug:slug>/corpus/clips/", corpus_clips, name="corpus-clips"),
    path("c/<slug:slug>/corpus/clips/going/", corpus_clips_going, name="corpus-clips-going"),
    path("c/<slug:slug>/corpus/clips/order/", corpus_clips_order, name="corpus-clips-order"),
    path("c/<slug:slug>/corpus/clips/look/", corpus_clips_look, name="corpus-clips-look"),
    path("c/<slug:slug>/corpus/clips/test/", corpus_clips_test, name="corpus-clips-test"),
    path("c/<slug:slug>/corpus/clips/twins/", corpus_clips_twins, name="corpus-clips-twins"),
    path("c/<slug:slug>/corpus/clips/stop/", corpus_clips_stop, name="corpus-clips-stop"),
]
