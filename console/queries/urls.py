"""The addresses of queries and pairs."""

from django.urls import path

from console.queries.views.bulk import pairs_act
from console.queries.views.list import queries_priority, query_edit, query_list, query_priority, query_retire
from console.queries.views.pairs import adjudicate, put_back, put_back_all, reopen, take_back, withdraw, withdraw_all
from console.queries.views.query import pair, query, why_pair
from console.queries.views.saved import view_open, view_remove, view_save
from console.queries.views.table import pairs, pairs_count, pairs_csv

urlpatterns = [
    path("c/<slug:slug>/queries/", query_list, name="queries"),
    path("c/<slug:slug>/queries/priority/", queries_priority, name="queries-priority"),
    path("c/<slug:slug>/queries/<int:query_id>/priority/", query_priority, name="query-priority"),
    path("c/<slug:slug>/queries/<int:query_id>/", query, name="query"),
    path("c/<slug:slug>/queries/<int:query_id>/withdraw-parked/", withdraw_all, name="withdraw-parked"),
    path("c/<slug:slug>/queries/<int:query_id>/put-back-parked/", put_back_all, name="put-back-parked"),
    path("c/<slug:slug>/pairs/", pairs, name="pairs"),
    path("c/<slug:slug>/pairs/count/", pairs_count, name="pairs-count"),
    path("c/<slug:slug>/pairs/csv/", pairs_csv, name="pairs-csv"),
    path("c/<slug:slug>/pairs/act/", pairs_act, name="pairs-act"),
    path("c/<slug:slug>/pairs/views/", view_save, name="pairs-view-save"),
    path("c/<slug:slug>/pairs/views/<int:view>/", view_open, name="pairs-view"),
    path("c/<slug:slug>/pairs/views/<int:view>/remove/", view_remove, name="pairs-view-remove"),
    path("c/<slug:slug>/pairs/<int:number>/", pair, name="pair"),
    path("c/<slug:slug>/pairs/<int:number>/withdraw/", withdraw, name="withdraw-pair"),
    path("c/<slug:slug>/pairs/<int:number>/put-back/", put_back, name="put-back-pair"),
    path("c/<slug:slug>/pairs/<int:number>/reopen/", reopen, name="reopen-pair"),
    path("c/<slug:slug>/pairs/<int:number>/adjudicate/", adjudicate, name="adjudicate-pair"),
    path("c/<slug:slug>/pairs/<int:number>/take-back/", take_back, name="take-back-pair"),
    path("c/<slug:slug>/pairs/<int:number>/why/", why_pair, name="why-pair"),
    path("c/<slug:slug>/queries/<int:query_id>/edit/", query_edit, name="query-edit"),
    path("c/<slug:slug>/queries/<int:query_id>/retire/", query_retire, name="query-retire"),
]
