"""Where a lead's action on a pair or query leads back to."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from moments.models import Pair, Query

INBOX, PROBLEMS = "inbox", "problems"


def where_from(request: HttpRequest, slug: str, about: Pair | Query) -> str:
    """The inbox or the problems page if the form is on it, else the page of the query."""
    back = request.POST.get("back", "")
    if back == INBOX:
        return reverse("inbox", args=[slug])
    if back == PROBLEMS:
        return reverse("problems", args=[slug])
    if back == "resolved":
        return reverse("problems", args=[slug]) + "?show=resolved"
    query = about if isinstance(about, Query) else about.query
    return reverse("query", args=[slug, query.query_id])
