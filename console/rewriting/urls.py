"""The addresses of rewriting."""

from django.urls import path

from console.rewriting.views.decide import rewriting_decide
from console.rewriting.views.rewriting import rewriting, rewriting_progress, rewriting_run, rewriting_words

urlpatterns = [
    path("c/<slug:slug>/corpus/rewriting/", rewriting, name="corpus-rewriting"),
    path("c/<slug:slug>/corpus/rewriting/progress/", rewriting_progress, name="corpus-rewriting-progress"),
    path("c/<slug:slug>/corpus/rewriting/words/", rewriting_words, name="corpus-rewriting-words"),
    path("c/<slug:slug>/corpus/rewriting/run/", rewriting_run, name="corpus-rewriting-run"),
    path("c/<slug:slug>/corpus/rewriting/<int:desc_id>/decide/", rewriting_decide, name="corpus-rewriting-decide"),
]
