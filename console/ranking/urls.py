"""The addresses of ranking."""

from django.urls import path

from console.ranking.views import corpus_ranking

urlpatterns = [
    path("c/<slug:slug>/corpus/ranking/", corpus_ranking, name="corpus-ranking"),
]
