"""The first page of an empty platform: whoever can read the server's log creates the first admin."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotator.people.forms.new_password import NewPassword
from annotator.people.selectors.first_admin import is_setup_code, waits_for_first_admin
from annotator.people.services.first_admin import NotEmpty, log_setup_code, make_first_admin
from moments.base.errors import BadInput
from moments.base.names import isolated

BACKEND = "annotator.people.selectors.sessions.Accounts"
WRONG_CODE = "The setup code is wrong. Copy it from the server's log again."


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def first_admin(request: HttpRequest) -> HttpResponse:
    """The form; once anybody has an account, it leads to the sign-in page."""
    if not waits_for_first_admin():
        return redirect("sign-in")
    log_setup_code()
    if request.method != "POST":
        return _page(request)
    worker_id = request.POST.get("worker_id", "").strip()
    form = NewPassword(worker_id, request.POST)
    problems = [] if is_setup_code(request.POST.get("code", "")) else [WRONG_CODE]
    if problems or not form.is_valid():
        return _page(request, problems=problems or form.problems, worker_id=worker_id)
    try:
        user = make_first_admin(worker_id=worker_id, secret=make_password(form.cleaned_data["new_password1"]))
    except NotEmpty:
        return redirect("sign-in")
    except BadInput as problem:
        return _page(request, problems=[f"{problem}."], worker_id=worker_id)
    login(request, user, backend=BACKEND)
    messages.success(request, f"You are signed in as {isolated(user.username)}. Create your first campaign.")
    return redirect("home")


def _page(request: HttpRequest, *, problems: list[str] | None = None, worker_id: str = "") -> HttpResponse:
    context = {"problems": problems or [], "worker_id": worker_id, "code": request.POST.get("code", "")}
    return render(request, "annotator/people/first_admin.html", context, status=400 if problems else 200)
