"""The one way in which a page that waits updates itself."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: dict[str, Any], name: str, on: object = True, seconds: int = 3, at: str = "") -> SafeString:
    """The attributes of an element `name` that the page's own answer replaces again and again while `on` is true.

    The page needs `{% htmx_script %}`. The last answer is without the attributes, so that the requests end with the
    wait; the place in a list, filters and the reader's scroll position stay. `at` is the page's address where it may
    also be the answer to a form.
    """
    request: HttpRequest = context["request"]
    if not on:
        return format_html('id="{}"', name)
    return format_html(
        'id="{0}" hx-get="{1}" hx-trigger="every {2}s" hx-select="#{0}" hx-swap="outerHTML"',
        name,
        at or request.get_full_path(),
        seconds,
    )
