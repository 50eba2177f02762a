"""The addresses of the lead's pages."""

from django.urls import path

from consensus.views.addresses import addresses
from consensus.views.adjudicate import adjudicate, take_back
from consensus.views.agreement import agreement, agreement_csv
from consensus.views.campaign import campaign
from consensus.views.campaign_report import campaign_report, report_download, report_make
from consensus.views.consent_edit import consent_edit
from consensus.views.contradictions import contradictions
from consensus.views.day import day
from consensus.views.decide import decide, undo
from consensus.views.exam import exam, exam_close, exam_freeze, exam_grant, exam_open
from consensus.views.exam_bank import exam_doubtful, exam_drop, exam_save
from consensus.views.exam_make import exam_make
from consensus.views.exam_report import report, report_csv
from consensus.views.exports import card, exports, history, order
from consensus.views.exports_compare import compare
from consensus.views.exports_download import download
from consensus.views.follow import follow
from consensus.views.golds import gold_set, gold_stop, golds
from consensus.views.guideline_edit import example_add, example_remove, guideline_edit
from consensus.views.inbox import inbox, inbox_count, inbox_digest
from consensus.views.leave import leave
from consensus.views.operation import operation, operation_retry
from consensus.views.pairs import put_back, reopen, withdraw
from consensus.views.parked import put_back_all, withdraw_all
from consensus.views.pausing import campaign_pause
from consensus.views.people import invite_make, invite_revoke, people, people_leaving
from consensus.views.people_actions import person_act, person_remove, person_reset
from consensus.views.person import person, warning_answer
from consensus.views.person_seats import person_seats
from consensus.views.plan import plan
from consensus.views.problems import answer, problems
from consensus.views.query import query
from consensus.views.query_edit import query_edit, query_retire
from consensus.views.query_list import queries_priority, query_list, query_priority
from consensus.views.review import review
from consensus.views.staffing import staffing
from consensus.views.studies import studies, study_make, study_stop
from consensus.views.targets import targets
from consensus.views.tokens import campaign_token_revoke, campaign_tokens, token_make, token_revoke, tokens
from consensus.views.tutorial_edit import tutorial_edit
from consensus.views.voiding import person_void
from consensus.views.what_if import what_if
from consensus.views.why import why_pair

urlpatterns = [
    path("operation/", operation, name="operation"),
    path("operation/addresses/", addresses, name="addresses"),
    path("operation/steps/<int:mark_id>/try-again/", operation_retry, name="operation-retry"),
    path("tokens/", tokens, name="tokens"),
    path("tokens/make/", token_make, name="token-make"),
    path("tokens/<int:token_id>/revoke/", token_revoke, name="token-revoke"),
    path("c/<slug:slug>/tokens/", campaign_tokens, name="campaign-tokens"),
    path("c/<slug:slug>/tokens/<int:token_id>/revoke/", campaign_token_revoke, name="campaign-token-revoke"),
    path("c/<slug:slug>/campaign/", campaign, name="campaign"),
    path("c/<slug:slug>/campaign/pause/", campaign_pause, name="campaign-pause"),
    path("c/<slug:slug>/queries/", query_list, name="queries"),
    path("c/<slug:slug>/queries/priority/", queries_priority, name="queries-priority"),
    path("c/<slug:slug>/queries/<int:query_id>/priority/", query_priority, name="query-priority"),
    path("c/<slug:slug>/plan/", plan, name="plan"),
    path("c/<slug:slug>/review/", review, name="review"),
    path("c/<slug:slug>/inbox/", inbox, name="inbox"),
    path("c/<slug:slug>/inbox/count/", inbox_count, name="inbox-count"),
    path("c/<slug:slug>/inbox/digest/", inbox_digest, name="inbox-digest"),
    path("c/<slug:slug>/reviews/<int:review_id>/decide/", decide, name="decide"),
    path("c/<slug:slug>/reviews/<int:review_id>/undo/", undo, name="undo"),
    path("c/<slug:slug>/reviews/follow/", follow, name="follow"),
    path("c/<slug:slug>/queries/<int:query_id>/", query, name="query"),
    path("c/<slug:slug>/what-if/", what_if, name="what-if"),
    path("c/<slug:slug>/queries/<int:query_id>/withdraw-parked/", withdraw_all, name="withdraw-parked"),
    path("c/<slug:slug>/queries/<int:query_id>/put-back-parked/", put_back_all, name="put-back-parked"),
    path("c/<slug:slug>/pairs/<int:number>/withdraw/", withdraw, name="withdraw-pair"),
    path("c/<slug:slug>/pairs/<int:number>/put-back/", put_back, name="put-back-pair"),
    path("c/<slug:slug>/pairs/<int:number>/reopen/", reopen, name="reopen-pair"),
    path("c/<slug:slug>/pairs/<int:number>/adjudicate/", adjudicate, name="adjudicate-pair"),
    path("c/<slug:slug>/pairs/<int:number>/take-back/", take_back, name="take-back-pair"),
    path("c/<slug:slug>/pairs/<int:number>/why/", why_pair, name="why-pair"),
    path("c/<slug:slug>/queries/<int:query_id>/edit/", query_edit, name="query-edit"),
    path("c/<slug:slug>/queries/<int:query_id>/retire/", query_retire, name="query-retire"),
    path("c/<slug:slug>/problems/", problems, name="problems"),
    path("c/<slug:slug>/contradictions/", contradictions, name="contradictions"),
    path("c/<slug:slug>/problems/<int:problem_id>/answer/", answer, name="answer"),
    path("c/<slug:slug>/guideline/edit/", guideline_edit, name="guideline-edit"),
    path("c/<slug:slug>/tutorial/edit/", tutorial_edit, name="tutorial-edit"),
    path("c/<slug:slug>/pairs/<int:number>/example/", example_add, name="example-add"),
    path("c/<slug:slug>/pairs/<int:number>/example/remove/", example_remove, name="example-remove"),
    path("c/<slug:slug>/day/", day, name="day"),
    path("leave/", leave, name="leave"),
    path("c/<slug:slug>/consent/edit/", consent_edit, name="consent-edit"),
    path("c/<slug:slug>/people/", people, name="people"),
    path("c/<slug:slug>/people/leaving/", people_leaving, name="people-leaving"),
    path("c/<slug:slug>/people/invite/", invite_make, name="invite-make"),
    path("c/<slug:slug>/people/invites/<int:invite_id>/revoke/", invite_revoke, name="invite-revoke"),
    path("c/<slug:slug>/people/<str:pseudonym>/act/", person_act, name="person-act"),
    path("c/<slug:slug>/people/<str:pseudonym>/reset/", person_reset, name="person-reset"),
    path("c/<slug:slug>/people/<str:pseudonym>/remove/", person_remove, name="person-remove"),
    path("c/<slug:slug>/people/<str:pseudonym>/", person, name="person"),
    path("c/<slug:slug>/people/<str:pseudonym>/void/", person_void, name="person-void"),
    path("c/<slug:slug>/people/<str:pseudonym>/seats/", person_seats, name="person-seats"),
    path("c/<slug:slug>/warnings/<int:warning_id>/answer/", warning_answer, name="warning-answer"),
    path("c/<slug:slug>/staffing/", staffing, name="staffing"),
    path("c/<slug:slug>/staffing/targets/", targets, name="targets"),
    path("c/<slug:slug>/golds/", golds, name="golds"),
    path("c/<slug:slug>/golds/<int:number>/set/", gold_set, name="gold-set"),
    path("c/<slug:slug>/golds/<int:number>/stop/", gold_stop, name="gold-stop"),
    path("c/<slug:slug>/exam/", exam, name="exam"),
    path("c/<slug:slug>/exam/report/", report, name="exam-report"),
    path("c/<slug:slug>/exam/report/csv/", report_csv, name="exam-report-csv"),
    path("c/<slug:slug>/exam/make/", exam_make, name="exam-make"),
    path("c/<slug:slug>/exam/<int:number>/open/", exam_open, name="exam-open"),
    path("c/<slug:slug>/exam/<int:number>/freeze/", exam_freeze, name="exam-freeze"),
    path("c/<slug:slug>/exam/<int:number>/close/", exam_close, name="exam-close"),
    path("c/<slug:slug>/exam/<int:number>/grant/", exam_grant, name="exam-grant"),
    path("c/<slug:slug>/exam/<int:number>/save/", exam_save, name="exam-save"),
    path("c/<slug:slug>/exam/<int:number>/pairs/<int:pair>/drop/", exam_drop, name="exam-drop"),
    path("c/<slug:slug>/exam/<int:number>/pairs/<int:pair>/doubtful/", exam_doubtful, name="exam-doubtful"),
    path("c/<slug:slug>/agreement/", agreement, name="agreement"),
    path("c/<slug:slug>/agreement/csv/", agreement_csv, name="agreement-csv"),
    path("c/<slug:slug>/report/", campaign_report, name="campaign-report"),
    path("c/<slug:slug>/studies/", studies, name="studies"),
    path("c/<slug:slug>/studies/make/", study_make, name="study-make"),
    path("c/<slug:slug>/studies/<int:number>/stop/", study_stop, name="study-stop"),
    path("c/<slug:slug>/report/make/", report_make, name="report-make"),
    path("c/<slug:slug>/report/download/", report_download, name="report-download"),
    path("c/<slug:slug>/exports/", exports, name="exports"),
    path("c/<slug:slug>/exports/history/", history, name="export-history"),
    path("c/<slug:slug>/exports/order/", order, name="export-order"),
    path("c/<slug:slug>/exports/card/", card, name="export-card"),
    path("c/<slug:slug>/exports/compare/", compare, name="export-compare"),
    path("c/<slug:slug>/exports/<int:number>/download/", download, name="export-download"),
]
