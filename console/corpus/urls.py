"""The addresses of corpus."""

from django.urls import path

from console.corpus.views.home import browser, campaign_new, corpus, setup
from console.corpus.views.imports import import_confirm, import_preview, import_put_away, import_stage, imports

urlpatterns = [
    path("c/<slug:slug>/corpus/setup/", setup, name="corpus-setup"),
    path("campaigns/new/", campaign_new, name="campaign-new"),
    path("c/<slug:slug>/corpus/", corpus, name="corpus"),
    path("c/<slug:slug>/corpus/moments/", browser, name="corpus-browser"),
    path("c/<slug:slug>/corpus/imports/", imports, name="corpus-imports"),
    path("c/<slug:slug>/corpus/imports/stage/", import_stage, name="corpus-import-stage"),
    path("c/<slug:slug>/corpus/imports/<int:staged_id>/", import_preview, name="corpus-import"),
    path("c/<slug:slug>/corpus/imports/<int:staged_id>/confirm/", import_confirm, name="corpus-import-confirm"),
    path("c/<slug:slug>/corpus/imports/<int:staged_id>/put-away/", import_put_away, name="corpus-import-put-away"),
]
