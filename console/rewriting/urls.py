"""The addresses of rewriting."""

from django.urls import path

from console.rewriting.views.captions import rewrites, rewrites_run, rewrites_sample
from console.rewriting.views.decide import rewriting_decide
from console.rewriting.views.reviewing import rewrites_review, rewrites_say, rewrites_undo
from console.rewriting.views.rewriting import rewriting, rewriting_progress, rewriting_run, rewriting_words

in_campaign = [
    path("corpus/rewriting/", rewriting, name="corpus-rewriting"),
    path("corpus/rewriting/progress/", rewriting_progress, name="corpus-rewriting-progress"),
    path("corpus/rewriting/words/", rewriting_words, name="corpus-rewriting-words"),
    path("corpus/rewriting/run/", rewriting_run, name="corpus-rewriting-run"),
    path("corpus/rewriting/<int:desc_id>/decide/", rewriting_decide, name="corpus-rewriting-decide"),
    path("corpus/rewrites/", rewrites, name="corpus-rewrites"),
    path("corpus/rewrites/run/", rewrites_run, name="corpus-rewrites-run"),
    path("corpus/rewrites/sample/", rewrites_sample, name="corpus-rewrites-sample"),
    path("corpus/rewrites/review/", rewrites_review, name="corpus-rewrites-review"),
    path("corpus/rewrites/review/<int:number>/", rewrites_say, name="corpus-rewrites-say"),
    path("corpus/rewrites/review/<int:number>/undo/", rewrites_undo, name="corpus-rewrites-undo"),
]
