"""Messages of leads to all or some people, with who has read them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotator.messages.selectors import people_to_tell, sent_messages
from annotator.messages.services import send_message
from annotator.models.messages import LONGEST_MESSAGE
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from console.frame.forms import keep_done, new_mark, was_done
from moments.base.errors import BadInput
from moments.base.plurals import counted

MESSAGES_A_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def messages_sent(request: HttpRequest, slug: str) -> HttpResponse:
    """The form and what was sent; a POST sends a message."""
    lead = led_campaign(person_asking(request), slug)
    if request.method != "POST":
        return _page(request, lead)
    if was_done(request):
        messages.info(request, "That message was sent already.")
        return redirect("messages", slug)
    to = None if request.POST.get("to") == "all" else request.POST.getlist("person")
    try:
        sent = send_message(
            campaign=lead.campaign,
            text=request.POST.get("text", ""),
            pseudonyms=to,
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _page(request, lead, problem=str(problem), status=400)
    keep_done(request)
    messages.success(request, f"The message was sent to {counted(sent.receipts.count(), 'person', 'people')}.")
    return redirect("messages", slug)


def _page(request: HttpRequest, lead: Lead, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {
        "campaign": lead.campaign,
        "people": people_to_tell(lead.campaign),
        "page": Paginator(sent_messages(lead.campaign), MESSAGES_A_PAGE).get_page(request.GET.get("page")),
        "problem": problem,
        "text": request.POST.get("text", "") if problem else "",
        "chosen": request.POST.getlist("person") if problem else request.GET.getlist("person"),
        "longest": LONGEST_MESSAGE,
        "once": new_mark(),
    }
    return render(request, "console/messages/messages.html", context, status=status)
