"""The addresses of people."""

from django.urls import path

from console.people.views.actions import people_qualify, person_act, person_pay, person_remove, person_reset
from console.people.views.people import invite_list, invite_make, invite_revoke, lead_add, people, people_leaving
from console.people.views.person import person, person_seats, warning_answer
from console.people.views.voiding import person_void

in_campaign = [
    path("people/", people, name="people"),
    path("people/leaving/", people_leaving, name="people-leaving"),
    path("people/qualify/", people_qualify, name="people-qualify"),
    path("people/invite/", invite_make, name="invite-make"),
    path("people/invite-list/", invite_list, name="invite-list"),
    path("people/lead/", lead_add, name="lead-add"),
    path("people/invites/<int:invite_id>/revoke/", invite_revoke, name="invite-revoke"),
    path("people/<str:pseudonym>/act/", person_act, name="person-act"),
    path("people/<str:pseudonym>/reset/", person_reset, name="person-reset"),
    path("people/<str:pseudonym>/pay/", person_pay, name="person-pay"),
    path("people/<str:pseudonym>/remove/", person_remove, name="person-remove"),
    path("people/<str:pseudonym>/", person, name="person"),
    path("people/<str:pseudonym>/void/", person_void, name="person-void"),
    path("people/<str:pseudonym>/seats/", person_seats, name="person-seats"),
    path("warnings/<int:warning_id>/answer/", warning_answer, name="warning-answer"),
]
