"""The addresses of queries and pairs."""

from django.urls import path

from console.queries.views.bulk import pairs_act
from console.queries.views.list import queries_priority, query_edit, query_list, query_priority, query_retire
from console.queries.views.pairs import adjudicate, put_back, put_back_all, reopen, take_back, withdraw, withdraw_all
from console.queries.views.query import pair, query, why_pair
from console.queries.views.saved import view_open, view_remove, view_save
from console.queries.views.table import pairs, pairs_count, pairs_csv

in_campaign = [
    path("queries/", query_list, name="queries"),
    path("queries/priority/", queries_priority, name="queries-priority"),
    path("queries/<int:query_id>/priority/", query_priority, name="query-priority"),
    path("queries/<int:query_id>/", query, name="query"),
    path("queries/<int:query_id>/withdraw-parked/", withdraw_all, name="withdraw-parked"),
    path("queries/<int:query_id>/put-back-parked/", put_back_all, name="put-back-parked"),
    path("pairs/", pairs, name="pairs"),
    path("pairs/count/", pairs_count, name="pairs-count"),
    path("pairs/csv/", pairs_csv, name="pairs-csv"),
    path("pairs/act/", pairs_act, name="pairs-act"),
    path("pairs/views/", view_save, name="pairs-view-save"),
    path("pairs/views/<int:view>/", view_open, name="pairs-view"),
    path("pairs/views/<int:view>/remove/", view_remove, name="pairs-view-remove"),
    path("pairs/<int:number>/", pair, name="pair"),
    path("pairs/<int:number>/withdraw/", withdraw, name="withdraw-pair"),
    path("pairs/<int:number>/put-back/", put_back, name="put-back-pair"),
    path("pairs/<int:number>/reopen/", reopen, name="reopen-pair"),
    path("pairs/<int:number>/adjudicate/", adjudicate, name="adjudicate-pair"),
    path("pairs/<int:number>/take-back/", take_back, name="take-back-pair"),
    path("pairs/<int:number>/why/", why_pair, name="why-pair"),
    path("queries/<int:query_id>/edit/", query_edit, name="query-edit"),
    path("queries/<int:query_id>/retire/", query_retire, name="query-retire"),
]
