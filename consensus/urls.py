"""The addresses of the lead's pages."""

from django.urls import path

from consensus.views.decide import decide
from consensus.views.pairs import put_back, withdraw
from consensus.views.parked import put_back_all, withdraw_all
from consensus.views.query import query
from consensus.views.review import review

urlpatterns = [
    path("c/<slug:slug>/review/", review, name="review"),
    path("c/<slug:slug>/reviews/<int:review_id>/decide/", decide, name="decide"),
    path("c/<slug:slug>/queries/<int:query_id>/", query, name="query"),
    path("c/<slug:slug>/queries/<int:query_id>/withdraw-parked/", withdraw_all, name="withdraw-parked"),
    path("c/<slug:slug>/queries/<int:query_id>/put-back-parked/", put_back_all, name="put-back-parked"),
    path("c/<slug:slug>/pairs/<int:number>/withdraw/", withdraw, name="withdraw-pair"),
    path("c/<slug:slug>/pairs/<int:number>/put-back/", put_back, name="put-back-pair"),
]
