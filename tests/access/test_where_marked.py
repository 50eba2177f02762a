"""Every route of questions, videos and captions by every role, in a marking campaign."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import transaction
from django.test import Client
from django.urls import reverse

from annotator.models import DerivedAsk, Role, Standing
from moments.models import Clip, ClipPart
from tests.annotator.asking.scenes import begun, drafted, key_of
from tests.factories import NOW, claim, make_admin, make_lead, make_member
from tests.marking import asked, disputed, finished, marking_campaign

pytestmark = pytest.mark.django_db
ROLES = ("anonymous", "annotator", "marker", "outsider", "suspended", "lead", "other lead", "admin")


@pytest.fixture
def world() -> SimpleNamespace:
    """A question that waits for a lead, one for a marker, a draft, a caption that waits, and everybody."""
    campaign, people = marking_campaign(people=5, videos=2)
    ask = disputed(campaign, people[:3])
    annotator, marker = people[3:]
    asked(people[0])
    finished(people[0])
    (seat,) = claim(marker, 1)
    video = begun(annotator).share.batch.video
    draft = drafted(annotator)
    other, (outsider, *_) = marking_campaign("other")
    caption = DerivedAsk.objects.create(ask=ask, task="ca", text="it falls", made_at=NOW, requester="L9")
    for row in (*Clip.objects.all(), *ClipPart.objects.all()):
        storages["clips"].save(row.name, ContentFile(b"bytes"))
    users = {
        "annotator": annotator.user,
        "marker": marker.user,
        "outsider": outsider.user,
        "suspended": make_member(campaign, standing=Standing.SUSPENDED).user,
        "lead": make_lead(campaign).user,
        "other lead": make_member(other, role=Role.LEAD).user,
        "admin": make_admin(),
    }
    made = {"ask": ask, "draft": draft, "seat": seat, "video": video, "caption": caption}
    return SimpleNamespace(campaign=campaign, users=users, **made)


LEADS = (302, 403, 403, 404, 403, 200, 404, 200)
DECIDE = (302, 403, 403, 404, 403, 302, 404, 302)
REFUSED_FILE = (302, 403, 403, 404, 403, 400, 404, 400)
WORK = (302, 200, 200, 404, 403, 403, 404, 403)
VIDEO = (401, 200, 404, 404, 403, 200, 404, 200)
PROGRAM = (401, 200, 200, 404, 403, 403, 404, 403)
OWN = (401, 200, 404, 404, 403, 403, 404, 403)
API_LEADS = (401, 403, 403, 404, 403, 200, 404, 200)

# What each role gets, in the order of ROLES. The annotator writes about a video, the marker has another's question.
ACCESS: dict[tuple[str, str], tuple[int, ...]] = {
    ("questions", "get"): LEADS,
    ("questions-csv", "get"): LEADS,
    ("question-review", "get"): LEADS,
    ("question", "get"): LEADS,
    ("question-decide", "post"): DECIDE,
    ("question-undo", "post"): DECIDE,
    ("question-reword", "post"): DECIDE,
    ("captions", "get"): LEADS,
    ("captions-progress", "get"): LEADS,
    ("captions-decide", "post"): DECIDE,
    ("captions-draw", "post"): DECIDE,
    ("captions-write", "post"): DECIDE,
    ("judge-captions", "get"): WORK,
    ("judge-captions", "post"): (302, 302, 302, 404, 403, 403, 404, 403),
    ("videos", "get"): LEADS,
    ("video", "get"): LEADS,
    ("quotas", "get"): LEADS,
    ("quotas", "post"): REFUSED_FILE,
    ("quotas-csv", "get"): LEADS,
    ("quotas-upload", "post"): REFUSED_FILE,
    ("marking-rules", "get"): LEADS,
    ("marking-rules", "post"): (302, 403, 403, 404, 403, 400, 404, 400),
    ("mark", "get"): WORK,
    ("write", "get"): WORK,
    ("agreement", "get"): LEADS,
    ("agreement-csv", "get"): LEADS,
    ("campaign", "get"): LEADS,
    ("plan", "get"): LEADS,
    ("clip", "get"): VIDEO,
    ("clip-part", "get"): VIDEO,
    ("api-asks", "get"): PROGRAM,
    ("api-asks", "post"): (401, 201, 400, 404, 403, 403, 404, 403),
    ("api-asks-begin", "post"): PROGRAM,
    ("api-asks-finish", "post"): (401, 400, 400, 404, 403, 403, 404, 403),
    ("api-ask", "put"): OWN,
    ("api-ask", "delete"): (401, 204, 404, 404, 403, 403, 404, 403),
    ("api-ask-submit", "post"): OWN,
    ("api-viewing", "post"): OWN,
    ("api-claim", "post"): PROGRAM,
    ("api-scores", "get"): PROGRAM,
    ("api-scores", "post"): PROGRAM,
    ("api-problems", "post"): (401, 404, 201, 404, 403, 403, 404, 403),
    ("api-captions", "get"): API_LEADS,
    ("api-captions-write", "post"): (401, 403, 403, 404, 403, 400, 404, 400),
    ("api-captions-draw", "post"): (401, 403, 403, 404, 403, 201, 404, 201),
    ("api-captions-decide", "post"): API_LEADS,
    ("api-captions-next", "post"): PROGRAM,
    ("api-captions-judge", "post"): (401, 404, 404, 404, 403, 403, 404, 403),
}
BODIES: dict[str, dict[str, Any]] = {
    "question-decide": {"decision": "reject", "note": "x"},
    "question-undo": {"reason": "x"},
    "question-reword": {"text": "other?", "meaning": "same", "reason": "r", "seen": "1"},
    "captions-decide": {"decision": "reject"},
    "judge-captions": {"number": "1", "decision": "accept", "key": "k"},
    "quotas": {"domain": "", "wanted-ms": "3", "wanted-ims": ""},
    "api-asks": {"task": "ms"},
    "api-ask": {"text": "?"},
    "api-ask-submit": {"key": "k"},
    "api-captions-decide": {"decision": "reject"},
    "api-captions-judge": {"decision": "accept", "key": "k"},
}


def kwargs_of(name: str, world: SimpleNamespace) -> dict[str, object]:
    """What stands in the address of the route."""
    slug = {"slug": world.campaign.slug}
    if name == "clip":
        return {"name": Clip.objects.get(moment__video=world.video).name}
    if name == "clip-part":
        return {"name": ClipPart.objects.filter(clip__moment__video=world.video)[0].name}
    if name in ("api-ask", "api-ask-submit"):
        return {"number": world.draft.number}
    if name == "api-captions-judge":
        return {"number": world.caption.pk}
    if name in ("captions-decide", "api-captions-decide"):
        return {**slug, "number": world.caption.pk}
    if name == "video":
        return {**slug, "video_id": world.video.pk}
    if name in ("question", "question-decide", "question-undo", "question-reword"):
        return {**slug, "number": world.ask.number}
    led = name in ("api-captions", "api-captions-write", "api-captions-draw")
    return slug if led or not name.startswith("api-") else {}


def body_of(name: str, world: SimpleNamespace) -> dict[str, Any]:
    """A body with which its owner gets what the table says."""
    seat = str(world.seat.public_id)
    own: dict[str, dict[str, Any]] = {
        "api-viewing": {"key": key_of(world.video)},
        "api-scores": {"scores": [{"seat": seat, "key": "k", "segments": []}]},
        "api-problems": {"seat": seat, "kind": "question", "note": "?"},
    }
    body = own.get(name, BODIES.get(name, {}))
    return {"campaign": world.campaign.slug, **body} if name.startswith("api-") else body


def status_for(role: str, method: str, name: str, world: SimpleNamespace) -> int:
    """The status of the request, which leaves nothing behind."""
    client = Client(raise_request_exception=False)
    if role != "anonymous":
        client.force_login(world.users[role])
    url, is_api = reverse(name, kwargs=kwargs_of(name, world)), name.startswith("api-")
    with transaction.atomic():
        if method == "get":
            answer = client.get(url, {"campaign": world.campaign.slug} if is_api else {})
        elif method == "delete":
            answer = client.delete(f"{url}?campaign={world.campaign.slug}")
        else:
            as_json = {"content_type": "application/json"} if is_api else {}
            answer = getattr(client, method)(url, body_of(name, world), **as_json)
        transaction.set_rollback(True)
    if answer.status_code == 302 and role == "anonymous":
        assert answer["Location"].startswith("/sign-in/")
    return answer.status_code


def test_each_role_gets_what_the_table_says(world: SimpleNamespace) -> None:
    found = {(name, method): tuple(status_for(role, method, name, world) for role in ROLES) for name, method in ACCESS}
    assert found == ACCESS


def test_nobody_but_its_holder_answers_a_seat(world: SimpleNamespace) -> None:
    client = Client()
    client.force_login(world.users["annotator"])
    sent = client.post("/api/v1/scores/", body_of("api-scores", world), content_type="application/json").json()
    assert [(one["status"], one["detail"]) for one in sent["results"]] == [
        ("refused", "seat: not yours, or no longer yours")
    ]
