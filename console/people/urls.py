"""The addresses of people."""

from django.urls import path

from console.people.views.actions import people_qualify, person_act, person_pay, person_remove, person_reset
from console.people.views.people import invite_list, invite_make, invite_revoke, lead_add, people, people_leaving
from console.people.views.person import person, person_seats, warning_answer
from console.people.views.voiding import person_void

urlpatterns = [
    path("c/<slug:slug>/people/", people, name="people"),
    path("c/<slug:slug>/people/leaving/", people_leaving, name="people-leaving"),
    path("c/<slug:slug>/people/qualify/", people_qualify, name="people-qualify"),
    path("c/<slug:slug>/people/invite/", invite_make, name="invite-make"),
    path("c/<slug:slug>/people/invite-list/", invite_list, name="invite-list"),
    path("c/<slug:slug>/people/lead/", lead_add, name="lead-add"),
    path("c/<slug:slug>/people/invites/<int:invite_id>/revoke/", invite_revoke, name="invite-revoke"),
    path("c/<slug:slug>/people/<str:pseudonym>/act/", person_act, name="person-act"),
    path("c/<slug:slug>/people/<str:pseudonym>/reset/", person_reset, name="person-reset"),
    path("c/<slug:slug>/people/<str:pseudonym>/pay/", person_pay, name="person-pay"),
    path("c/<slug:slug>/people/<str:pseudonym>/remove/", person_remove, name="person-remove"),
    path("c/<slug:slug>/people/<str:pseudonym>/", person, name="person"),
    path("c/<slug:slug>/people/<str:pseudonym>/void/", person_void, name="person-void"),
    path("c/<slug:slug>/people/<str:pseudonym>/seats/", person_seats, name="person-seats"),
    path("c/<slug:slug>/warnings/<int:warning_id>/answer/", warning_answer, name="warning-answer"),
]
