"""The addresses of the admin's corpus pages: imports, rewriting, ranking, clips."""

from django.urls import URLPattern, path

from consensus.views.corpus_browser import browser
from consensus.views.corpus_clips import corpus_clips, corpus_clips_going, corpus_clips_order, corpus_clips_stop
from consensus.views.corpus_home import corpus
from consensus.views.corpus_imports import import_confirm, import_preview, import_put_away, import_stage, imports
from consensus.views.corpus_new import campaign_new
from consensus.views.corpus_ranking import corpus_ranking
from consensus.views.corpus_rewriting import rewriting, rewriting_progress, rewriting_run, rewriting_words
from consensus.views.corpus_rewriting_decide import rewriting_decide

urlpatterns: list[URLPattern] = [
    path("campaigns/new/", campaign_new, name="campaign-new"),
    path("c/<slug:slug>/corpus/", corpus, name="corpus"),
    path("c/<slug:slug>/corpus/moments/", browser, name="corpus-browser"),
    path("c/<slug:slug>/corpus/imports/", imports, name="corpus-imports"),
    path("c/<slug:slug>/corpus/imports/stage/", import_stage, name="corpus-import-stage"),
    path("c/<slug:slug>/corpus/imports/<int:staged_id>/", import_preview, name="corpus-import"),
    path("c/<slug:slug>/corpus/imports/<int:staged_id>/confirm/", import_confirm, name="corpus-import-confirm"),
    path("c/<slug:slug>/corpus/imports/<int:staged_id>/put-away/", import_put_away, name="corpus-import-put-away"),
    path("c/<slug:slug>/corpus/rewriting/", rewriting, name="corpus-rewriting"),
    path("c/<slug:slug>/corpus/rewriting/progress/", rewriting_progress, name="corpus-rewriting-progress"),
    path("c/<slug:slug>/corpus/rewriting/words/", rewriting_words, name="corpus-rewriting-words"),
    path("c/<slug:slug>/corpus/rewriting/run/", rewriting_run, name="corpus-rewriting-run"),
    path("c/<slug:slug>/corpus/rewriting/<int:desc_id>/decide/", rewriting_decide, name="corpus-rewriting-decide"),
    path("c/<slug:slug>/corpus/clips/", corpus_clips, name="corpus-clips"),
    path("c/<slug:slug>/corpus/clips/going/", corpus_clips_going, name="corpus-clips-going"),
    path("c/<slug:slug>/corpus/clips/order/", corpus_clips_order, name="corpus-clips-order"),
    path("c/<slug:slug>/corpus/clips/stop/", corpus_clips_stop, name="corpus-clips-stop"),
    path("c/<slug:slug>/corpus/ranking/", corpus_ranking, name="corpus-ranking"),
]
