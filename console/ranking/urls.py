"""The addresses of ranking."""

from django.urls import path

from console.ranking.views import corpus_ranking

in_campaign = [
    path("corpus/ranking/", corpus_ranking, name="corpus-ranking"),
]
