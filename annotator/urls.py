"""The addresses of this floor's pages."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from annotator.views.desk import desk
from annotator.views.home import home
from annotator.views.sign_in import SignIn

urlpatterns = [
    path("", home, name="home"),
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("c/<slug:slug>/score/", desk, name="desk"),
]
