"""The addresses of steps."""

from django.urls import path

from console.steps.views.candidates import candidates, candidates_pool, candidates_rank
from console.steps.views.copying import copy_order, copying, trial_order, trial_remove
from console.steps.views.opening import opening, opening_order
from console.steps.views.queries import queries, queries_sample, query_new
from console.steps.views.restoring import restore, restore_cancel
from console.steps.views.upkeep import upkeep, upkeep_archive, upkeep_download, upkeep_settle, upkeep_verify

urlpatterns = [
    path("campaigns/restore/", restore, name="restore"),
    path("campaigns/restore/<int:number>/cancel/", restore_cancel, name="restore-cancel"),
    path("c/<slug:slug>/corpus/queries/", queries, name="corpus-queries"),
    path("c/<slug:slug>/corpus/queries/sample/", queries_sample, name="corpus-queries-sample"),
    path("c/<slug:slug>/corpus/queries/new/", query_new, name="corpus-query-new"),
    path("c/<slug:slug>/corpus/candidates/", candidates, name="corpus-candidates"),
    path("c/<slug:slug>/corpus/candidates/rank/", candidates_rank, name="corpus-candidates-rank"),
    path("c/<slug:slug>/corpus/candidates/pool/", candidates_pool, name="corpus-candidates-pool"),
    path("c/<slug:slug>/corpus/opening/", opening, name="corpus-opening"),
    path("c/<slug:slug>/corpus/opening/open/", opening_order, name="corpus-opening-order"),
    path("c/<slug:slug>/corpus/copy/", copying, name="corpus-copy"),
    path("c/<slug:slug>/corpus/copy/make/", copy_order, name="corpus-copy-order"),
    path("c/<slug:slug>/corpus/copy/try/", trial_order, name="corpus-trial-order"),
    path("c/<slug:slug>/corpus/copy/remove/", trial_remove, name="corpus-trial-remove"),
    path("c/<slug:slug>/corpus/upkeep/", upkeep, name="corpus-upkeep"),
    path("c/<slug:slug>/corpus/upkeep/settle/", upkeep_settle, name="corpus-upkeep-settle"),
    path("c/<slug:slug>/corpus/upkeep/verify/", upkeep_verify, name="corpus-upkeep-verify"),
    path("c/<slug:slug>/corpus/upkeep/archive/", upkeep_archive, name="corpus-upkeep-archive"),
    path("c/<slug:slug>/corpus/upkeep/download/", upkeep_download, name="corpus-upkeep-download"),
]
