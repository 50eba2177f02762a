"""Imports: a file is uploaded, checked completely, and imported only after confirmation."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.asking.services.importing import import_staged_questions
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from consensus.imported.label_studio import KEYS
from consensus.imported.selectors import ARCHIVES, terms_asked
from consensus.imported.services.staged import import_staged_archive
from console.corpus.selectors.preview import gaps_of, preview, problem_of, source_asked, staged_file, video_check
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.clips.selectors.video_places import video_places
from moments.corpus.files.query_file import SPLITS
from moments.models import Campaign
from moments.models.staging import StagedFile, StagedKind
from moments.staging.selectors import staged_kinds
from moments.staging.services import LARGEST_BYTES, ImportedAlready, import_staged, put_away, stage_file

LISTED = 50
NEXT: dict[str, str] = {
    StagedKind.MOMENTS: " Draw queries next.",
    StagedKind.QUERIES: " Find candidates for them next.",
}
TERMS = ("place", "source", "split", "stand_ins", "control", "lowest", "choices", *(f"key_{ours}" for ours in KEYS))


@require_safe
@login_required
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    """Files that wait, files that were imported, and the form for another file."""
    return _page(request, led_campaign(person_asking(request), slug).campaign)


@require_POST
@login_required
def import_stage(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the file and go on to its preview, or say why not."""
    lead = led_campaign(person_asking(request), slug)
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        return _page(request, lead.campaign, problem="Choose a file.")
    try:
        staged = stage_file(
            campaign=lead.campaign,
            kind=request.POST.get("kind", ""),
            given_name=file.name or "",
            parts=file.chunks(),
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _page(request, lead.campaign, problem=f"{str(problem)[:1].upper()}{str(problem)[1:]}.")
    return redirect("corpus-import", slug, staged.pk)


@require_safe
@login_required
def import_preview(request: HttpRequest, slug: str, staged_id: int) -> HttpResponse:
    """What the file would change; if it was already imported, a message that says so."""
    lead = led_campaign(person_asking(request), slug)
    campaign = lead.campaign
    staged = staged_file(campaign, staged_id)
    if staged.imported_at is not None:
        messages.info(request, f"{isolated(staged.given_name)} was imported.")
        return redirect("corpus-imports", slug)
    found = preview(staged, request.GET.dict(), by_admin=lead.is_admin)
    context = {
        "campaign": campaign,
        "staged": staged,
        "found": found,
        "videos": video_check(staged, found, request.GET.dict(), by_admin=lead.is_admin),
        "places": video_places(campaign, by_admin=lead.is_admin),
        "is_archive": staged.kind in ARCHIVES,
        "keys": [(f"key_{ours}", ours, request.GET.get(f"key_{ours}", "")) for ours in KEYS],
        "asked": {name: value for name, value in request.GET.dict().items() if name in TERMS},
        "splits": SPLITS,
    }
    return render(request, "console/corpus/import_preview.html", context)


@require_POST
@login_required
def import_confirm(request: HttpRequest, slug: str, staged_id: int) -> HttpResponse:
    """Import the whole file or nothing."""
    lead = led_campaign(person_asking(request), slug)
    staged = staged_file(lead.campaign, staged_id)
    try:
        figures = _imported(lead, staged, request.POST.dict())
    except ImportedAlready:
        messages.info(request, f"{isolated(staged.given_name)} was already imported, so it was not imported again.")
        return redirect("corpus-imports", slug)
    except BadInput as problem:
        messages.error(request, f"The file was not imported: {problem_of(problem, staged)}.")
        kept = {name: value for name, value in request.POST.dict().items() if name in TERMS}
        return redirect(f"{reverse('corpus-import', args=[slug, staged_id])}?{urlencode(kept)}")
    summary = ", ".join(f"{count:,} {what.replace('_', ' ')}" for what, count in figures.items())
    further = " Make their twins next." if lead.campaign.is_twin else NEXT.get(StagedKind(staged.kind), "")
    messages.success(request, f"{isolated(staged.given_name)} is imported: {summary}.{further}")
    return redirect("corpus-imports", slug)


@require_POST
@login_required
def import_put_away(request: HttpRequest, slug: str, staged_id: int) -> HttpResponse:
    """Forget a file that was not imported."""
    staged = staged_file(led_campaign(person_asking(request), slug).campaign, staged_id)
    put_away(staged=staged)
    messages.success(request, f"{isolated(staged.given_name)} was deleted. Nothing from it was imported.")
    return redirect("corpus-imports", slug)


def _imported(lead: Lead, staged: StagedFile, asked: dict[str, str]) -> dict[str, int]:
    """What was added, by the service for files of that kind."""
    if staged.kind == StagedKind.QUESTIONS:
        asked_for = import_staged_questions(staged=staged, actor=lead.actor, now=timezone.now())
        return {"added": asked_for.added, "already_there": asked_for.known}
    if staged.kind not in ARCHIVES:
        gaps, source = gaps_of(staged, asked, by_admin=lead.is_admin), source_asked(asked)
        return import_staged(staged=staged, source=source, gaps=gaps, actor=lead.actor, now=timezone.now())
    done = import_staged_archive(staged=staged, asked=terms_asked(asked, staged.campaign.scale), now=timezone.now())
    return {"pairs": done.pairs, "scores": done.scores, "agreed": done.agreed, "discarded": done.discarded}


def _page(request: HttpRequest, campaign: Campaign, *, problem: str = "") -> HttpResponse:
    staged = campaign.staged.order_by("-staged_at", "-pk")
    context = {
        "campaign": campaign,
        "problem": problem,
        "kinds": [(kind.value, kind.label) for kind in staged_kinds(campaign)],
        "kind": request.POST.get("kind", ""),
        "waiting": staged.filter(imported_at=None)[:LISTED],
        "imported": staged.exclude(imported_at=None)[:LISTED],
        "largest_mib": LARGEST_BYTES // 1024**2,
    }
    return render(request, "console/corpus/imports.html", context, status=400 if problem else 200)
