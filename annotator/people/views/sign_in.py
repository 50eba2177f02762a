"""Signs people in by worker ID and password, and leads them back to the page where they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from annotator.people.selectors.first_admin import waits_for_first_admin


class SignIn(LoginView):
    """The sign-in page; people who are already signed in go home. Where nobody can, the first admin is created."""

    template_name = "annotator/people/sign_in.html"
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The form, unless the platform is empty."""
        return redirect("first-admin") if waits_for_first_admin() else super().get(request, *args, **kwargs)


def back_to_the_page(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Middleware: if a session had ended when a button was pressed, signing in leads back to the button's page.

    The button's own address takes nothing but a POST, and what was pressed is not done by signing in.
    """
    sign_in = reverse("sign-in")

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "POST" and response.get("Location", "").startswith(f"{sign_in}?next="):
            page = _page_of(request)
            response["Location"] = f"{sign_in}?{urlencode({'next': page})}" if page else sign_in
        return response

    return answer


def _page_of(request: HttpRequest) -> str:
    """The address on this site that the request came from; empty if the browser does not send it."""
    page = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        return ""
    parts = urlsplit(page)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
