"""The addresses of people."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from annotator.people.views.first_admin import first_admin
from annotator.people.views.reset import reset
from annotator.people.views.sign_in import SignIn

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("first-admin/", first_admin, name="first-admin"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("reset/<str:token>/", reset, name="reset"),
]
