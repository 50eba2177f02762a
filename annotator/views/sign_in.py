"""Signs people in by worker ID and password."""

from __future__ import annotations

from django.contrib.auth.views import LoginView


class SignIn(LoginView):
    """The sign-in page; who is signed in goes home."""

    template_name = "annotator/sign_in.html"
    redirect_authenticated_user = True
