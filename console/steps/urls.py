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
]

in_campaign = [
    path("corpus/queries/", queries, name="corpus-queries"),
    path("corpus/queries/sample/", queries_sample, name="corpus-queries-sample"),
    path("corpus/queries/new/", query_new, name="corpus-query-new"),
    path("corpus/candidates/", candidates, name="corpus-candidates"),
    path("corpus/candidates/rank/", candidates_rank, name="corpus-candidates-rank"),
    path("corpus/candidates/pool/", candidates_pool, name="corpus-candidates-pool"),
    path("corpus/opening/", opening, name="corpus-opening"),
    path("corpus/opening/open/", opening_order, name="corpus-opening-order"),
    path("corpus/copy/", copying, name="corpus-copy"),
    path("corpus/copy/make/", copy_order, name="corpus-copy-order"),
    path("corpus/copy/try/", trial_order, name="corpus-trial-order"),
    path("corpus/copy/remove/", trial_remove, name="corpus-trial-remove"),
    path("corpus/upkeep/", upkeep, name="corpus-upkeep"),
    path("corpus/upkeep/settle/", upkeep_settle, name="corpus-upkeep-settle"),
    path("corpus/upkeep/verify/", upkeep_verify, name="corpus-upkeep-verify"),
    path("corpus/upkeep/archive/", upkeep_archive, name="corpus-upkeep-archive"),
    path("corpus/upkeep/download/", upkeep_download, name="corpus-upkeep-download"),
]
