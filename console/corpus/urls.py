"""The addresses of corpus."""

from django.urls import path

from console.corpus.views.home import browser, campaign_new, corpus, setup
from console.corpus.views.imports import import_confirm, import_preview, import_put_away, import_stage, imports

urlpatterns = [
    path("campaigns/new/", campaign_new, name="campaign-new"),
]

in_campaign = [
    path("corpus/setup/", setup, name="corpus-setup"),
    path("corpus/", corpus, name="corpus"),
    path("corpus/moments/", browser, name="corpus-browser"),
    path("corpus/imports/", imports, name="corpus-imports"),
    path("corpus/imports/stage/", import_stage, name="corpus-import-stage"),
    path("corpus/imports/<int:staged_id>/", import_preview, name="corpus-import"),
    path("corpus/imports/<int:staged_id>/confirm/", import_confirm, name="corpus-import-confirm"),
    path("corpus/imports/<int:staged_id>/put-away/", import_put_away, name="corpus-import-put-away"),
]
