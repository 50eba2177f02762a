"""The addresses of this floor's pages."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from annotator.views.consent import consent, welcome
from annotator.views.desk import desk
from annotator.views.guideline import guideline, guideline_drawer
from annotator.views.home import home
from annotator.views.join import join
from annotator.views.pay import pay, pay_csv
from annotator.views.pay_actions import pay_adjust, pay_close, pay_late, pay_rate
from annotator.views.practice import practice
from annotator.views.reset import reset
from annotator.views.sign_in import SignIn
from annotator.views.start import exam_begin, start
from annotator.views.tutorial import tutorial, tutorial_finish

urlpatterns = [
    path("", home, name="home"),
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("join/<str:token>/", join, name="join"),
    path("reset/<str:token>/", reset, name="reset"),
    path("c/<slug:slug>/welcome/", welcome, name="welcome"),
    path("c/<slug:slug>/consent/", consent, name="consent"),
    path("c/<slug:slug>/start/", start, name="start"),
    path("c/<slug:slug>/start/exam/", exam_begin, name="exam-begin"),
    path("c/<slug:slug>/tutorial/", tutorial, name="tutorial"),
    path("c/<slug:slug>/tutorial/finish/", tutorial_finish, name="tutorial-finish"),
    path("c/<slug:slug>/tutorial/<int:place>/", practice, name="practice"),
    path("c/<slug:slug>/score/", desk, name="desk"),
    path("c/<slug:slug>/guideline/", guideline, name="guideline"),
    path("c/<slug:slug>/guideline/drawer/", guideline_drawer, name="guideline-drawer"),
    path("c/<slug:slug>/pay/", pay, name="pay"),
    path("c/<slug:slug>/pay.csv", pay_csv, name="pay-csv"),
    path("c/<slug:slug>/pay/rate/", pay_rate, name="pay-rate"),
    path("c/<slug:slug>/pay/close/", pay_close, name="pay-close"),
    path("c/<slug:slug>/pay/adjust/", pay_adjust, name="pay-adjust"),
    path("c/<slug:slug>/pay/late/", pay_late, name="pay-late"),
]
