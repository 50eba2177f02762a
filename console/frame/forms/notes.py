"""Reads the notes and reasons that leads give with their decisions."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest

LONGEST = 1000


def note_in(request: HttpRequest, field: str) -> str:
    """The field's text without space around it; raises BadRequest where it is too long."""
    note = request.POST.get(field, "").strip()
    if len(note) > LONGEST or "\0" in note:
        raise BadRequest(f"{field}: expected at most {LONGEST} characters")
    return note
