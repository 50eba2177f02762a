"""Every route by every role; a route without a row here fails."""

from __future__ import annotations

import uuid
from dataclasses import asdict

import pytest
from django.contrib import admin
from django.core import signing
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from annotator.models import Invite, PersonWarning, Problem, Role, Standing
from annotator.selectors.leaving import leaving_terms, terms_mark
from annotator.services.consents import save_consent
from annotator.services.exam_making import create_exam
from annotator.services.golds import set_gold
from annotator.services.invites import make_invite
from annotator.services.resets import make_reset_link
from annotator.views.join import SALT
from consensus.models import BatchReview
from consensus.selectors.reports import report_folder
from consensus.services.opening import open_campaign
from consensus.services.voiding import preview_voiding
from moments.models import Clip
from moments.protocol import Protocol
from tests.access import clips, corpus, decisions, ranking, rewriting, seats, team
from tests.evaluation.scenes import a_file, made_runs
from tests.factories import (
    NOW,
    PASSWORD,
    claim,
    made_export,
    make_admin,
    make_lead,
    make_member,
    make_query,
    make_tutorial,
    opened_campaign,
    score_all,
    settle,
)

AREAS = (clips, corpus, decisions, ranking, rewriting, seats, team)
ROLES = ("anonymous", "annotator", "outsider", "suspended", "lead", "other lead", "admin")

# route and method: the status that each role gets, in the order of ROLES; 302 is the way to the sign-in page
# for pages, or on from one that sends its visitor elsewhere.
ACCESS: dict[tuple[str, str], tuple[int, ...]] = {
    ("home", "get"): (302, 302, 302, 200, 302, 302, 200),
    ("sign-in", "get"): (200, 302, 302, 302, 302, 302, 302),
    ("sign-out", "post"): (302, 302, 302, 302, 302, 302, 302),
    ("join", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("join", "post"): (302, 409, 302, 409, 409, 302, 409),
    ("reset", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("reset", "post"): (302, 302, 302, 302, 302, 302, 302),
    ("welcome", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("consent", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("consent", "post"): (302, 302, 404, 403, 403, 404, 403),
    ("consent-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("consent-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("people", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("people-leaving", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("invite-make", "post"): (302, 403, 404, 403, 200, 404, 200),
    ("invite-revoke", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("person-act", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("person-reset", "post"): (302, 403, 404, 403, 200, 404, 200),
    ("person-remove", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("person-remove", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("person", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("person-void", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("person-void", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("warning-answer", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("staffing", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("staffing", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("golds", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("gold-set", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("gold-stop", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("leave", "get"): (302, 200, 200, 200, 403, 403, 403),
    ("leave", "post"): (302, 200, 200, 200, 403, 403, 403),
    ("start", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("exam-begin", "post"): (302, 302, 404, 403, 403, 404, 403),
    ("tutorial", "get"): (302, 200, 404, 403, 200, 404, 200),
    ("practice", "get"): (302, 200, 404, 403, 200, 404, 200),
    ("practice", "post"): (302, 200, 404, 403, 200, 404, 200),
    ("tutorial-finish", "post"): (302, 302, 404, 403, 403, 404, 403),
    ("tutorial-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("tutorial-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("desk", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("campaign", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("plan", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("review", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("query", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("what-if", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("decide", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("withdraw-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("put-back-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("reopen-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("withdraw-parked", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("put-back-parked", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("guideline", "get"): (302, 200, 404, 403, 200, 404, 200),
    ("guideline-drawer", "get"): (401, 200, 404, 403, 200, 404, 200),
    ("guideline-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("guideline-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("example-add", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("example-remove", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-report", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-report-csv", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-make", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-make", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-open", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-freeze", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-close", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-grant", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-save", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-drop", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-doubtful", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("problems", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("answer", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("query-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("query-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("query-retire", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("query-retire", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("agreement", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("agreement-csv", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("campaign-report", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("report-make", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("report-download", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exports", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("export-history", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("export-order", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("export-card", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("export-compare", "get"): (302, 403, 404, 403, 403, 404, 400),
    ("export-download", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("api-exports", "get"): (401, 403, 404, 403, 403, 404, 200),
    ("api-exports", "post"): (401, 403, 404, 403, 403, 404, 201),
    ("api-export", "get"): (401, 403, 404, 403, 403, 404, 200),
    ("api-export-download", "get"): (401, 403, 404, 403, 403, 404, 200),
    ("day", "get"): (302, 200, 404, 200, 403, 404, 403),
    ("pay", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("pay-csv", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("pay-rate", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("pay-close", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("pay-adjust", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("pay-late", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("api-claim", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-scores", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-scores", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("api-problems", "post"): (401, 201, 404, 403, 403, 404, 403),
    ("api-me", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("api-news", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("api-news", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-session", "post"): (200, 200, 200, 200, 200, 200, 200),
    ("runs", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("run", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("compare-runs", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("compare-query", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("upload-run", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("score-runs-again", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("retry-run", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("delete-run", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("api-runs", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-runs", "post"): (401, 403, 404, 403, 201, 404, 201),
    ("api-run", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-run", "delete"): (401, 403, 404, 403, 403, 404, 204),
    ("api-runs-compare", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("clip", "get"): (401, 200, 404, 403, 200, 404, 200),
    ("schema", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("healthz", "get"): (200, 200, 200, 200, 200, 200, 200),
}
CHOSEN = {"new_password1": "correct horse battery", "new_password2": "correct horse battery"}
BODIES: dict[str, dict[str, object]] = {
    "reset": CHOSEN,
    "consent": {"version": "1", "agree": "on"},
    "consent-edit": {"do": "save", "text": "Agree?"},
    "invite-make": {"uses": "1", "days": "1"},
    "people-leaving": {"leaving": "void"},
    "person-act": {"do": "suspend", "reason": "too fast"},
    "leave": {"password": PASSWORD},
    "practice": {"version": "1", "relevance": "2"},
    "tutorial-finish": {"version": "1"},
    "tutorial-edit": {"do": "save", "text": "Watch it whole."},
    "decide": {"decision": "close", "note": "looks right"},
    "withdraw-pair": {"reason": "broken"},
    "put-back-pair": {"reason": "mended"},
    "reopen-pair": {"reason": "two films"},
    "withdraw-parked": {"reason": "broken"},
    "put-back-parked": {"reason": "mended"},
    "guideline-edit": {"do": "save", "text": "Watch it twice.", "renewed": "on"},
    "example-add": {"level": "3"},
    "answer": {"answer": "As a 2."},
    "exam-make": {
        "how": "draw",
        "queries": 1,
        "depth": 2,
        "seed": 0,
        "truth_kind": "gold",
        "takers_to_freeze": 1,
        "sittings_allowed": 1,
    },
    "staffing": {"gold_rate": "5", "repeat_rate": "0", "pace_bar": "25", "kappa_bar": ""},
    "gold-set": {"level": "3"},
    "exam-close": {"state": "draft"},
    "exam-drop": {"reason": "two films"},
    "exam-doubtful": {"doubtful": "yes"},
    "query-edit": {"text": "a text that is new", "reason": "a typing error"},
    "query-retire": {"reason": "gibberish"},
    "export-order": {"formats": ["tvr"]},
    "api-exports": {"formats": ["tvr"]},
    "pay-rate": {"hourly_rate": "15.00", "from_day": "2026-03-01", "reason": "more"},
    "pay-close": {"first_day": "2026-03-01", "last_day": "2026-03-02"},
    "pay-adjust": {"worker": "nobody", "amount": "1.00", "reason": "a taxi"},
    "pay-late": {"period": "1", "amount": "1.00", "reason": "offline"},
    "api-claim": {"campaign": "films"},
    "api-scores": {"campaign": "films", "scores": []},
    "api-problems": {"campaign": "films", "kind": "question", "note": "?"},
    "api-news": {"campaign": "films"},
}

for area in AREAS:
    ACCESS |= area.ROWS
    BODIES |= area.BODIES

ONE_PERSON = ("person-act", "person-reset", "person-remove", "person", "person-void")
STAYING_ROUTES = ("warning-answer", "staffing", "golds", "gold-set", "gold-stop")
PEOPLE_ROUTES = (*ONE_PERSON, *STAYING_ROUTES, "join", "reset", "welcome", "consent", "leave", "consent-edit", "people",
                 "people-leaving", "invite-make", "invite-revoke")  # fmt: skip
REPORT_ROUTES = ("report-make", "report-download")
ONE_RUN = ("run", "retry-run", "delete-run", "api-run")
RUN_ROUTES = (*ONE_RUN, "runs", "compare-runs", "compare-query", "upload-run", "score-runs-again", "api-runs",
              "api-runs-compare")  # fmt: skip
QUERIES: dict[str, dict[str, object]] = {
    name: {"a": 1, "b": 2} for name in ("compare-runs", "compare-query", "api-runs-compare")
}


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """The world, built once in a transaction that is never committed."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(made):
    """The world as it was built, whatever other tests did to it."""
    with transaction.atomic():
        yield made
        transaction.set_rollback(True)


def build_world():
    """A campaign with a batch in review and another half scored, and somebody of every role."""
    campaign, members = opened_campaign(pairs=4, protocol=Protocol(batch_size=2, window=1))
    score_all(members)
    settle(campaign)
    make_query(campaign, pairs=3)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    other, (outsider, _) = opened_campaign("other", pairs=1)
    seat = claim(members[0], 1)[0]
    seat.pair.parked = True
    seat.pair.save()
    people = {
        "annotator": members[0].user,
        "outsider": outsider.user,
        "suspended": make_member(campaign, standing=Standing.SUSPENDED).user,
        "lead": make_lead(campaign).user,
        "other lead": make_member(other, role=Role.LEAD).user,
        "admin": make_admin(),
    }
    return campaign, people, seat


def kwargs_for(name: str, seat) -> dict[str, object]:
    """What stands in the route's address, as its area says."""
    for area in AREAS:
        if name in {route for route, _ in area.ROWS}:
            return area.kwargs_of(name, seat)
    return kwargs_of(name, seat)


def kwargs_of(name: str, seat) -> dict[str, object]:
    review = BatchReview.objects.get()
    clip = Clip.objects.get(moment=seat.pair.moment)
    if name == "clip":
        storages["clips"].save(clip.name, ContentFile(b"GIF89a"))
        return {"name": clip.name}
    if name in ("tutorial", "practice", "tutorial-finish"):
        make_tutorial(seat.campaign)
        return {"slug": "films", "place": 1} if name == "practice" else {"slug": "films"}
    if name.startswith("exam") and name != "exam-begin":
        return kwargs_of_exam(name, seat.campaign)
    known = {
        "start": {"slug": "films"},
        "exam-begin": {"slug": "films"},
        "tutorial-edit": {"slug": "films"},
        "desk": {"slug": "films"},
        "campaign": {"slug": "films"},
        "plan": {"slug": "films"},
        "review": {"slug": "films"},
        "day": {"slug": "films"},
        **{name: {"slug": "films"} for name in (route for route, _ in ACCESS) if name.startswith("pay")},
        "query": {"slug": "films", "query_id": 1},
        "what-if": {"slug": "films"},
        "withdraw-parked": {"slug": "films", "query_id": seat.pair.query.query_id},
        "put-back-parked": {"slug": "films", "query_id": seat.pair.query.query_id},
        "decide": {"slug": "films", "review_id": review.pk},
        "withdraw-pair": {"slug": "films", "number": seat.pair.number},
        "put-back-pair": {"slug": "films", "number": seat.pair.number},
        "reopen-pair": {"slug": "films", "number": 1},
        "guideline": {"slug": "films"},
        "guideline-drawer": {"slug": "films"},
        "guideline-edit": {"slug": "films"},
        "example-add": {"slug": "films", "number": 1},
        "example-remove": {"slug": "films", "number": 1},
        "problems": {"slug": "films"},
        "query-edit": {"slug": "films", "query_id": 1},
        "query-retire": {"slug": "films", "query_id": 1},
        "agreement": {"slug": "films"},
        "agreement-csv": {"slug": "films"},
        "campaign-report": {"slug": "films"},
        "exports": {"slug": "films"},
        "export-history": {"slug": "films"},
        "export-order": {"slug": "films"},
        "export-card": {"slug": "films"},
        "export-compare": {"slug": "films"},
        "api-exports": {"slug": "films"},
    }
    if name in ("export-download", "api-export", "api-export-download"):
        return {"slug": "films", "number": made_export(seat.campaign, partial=True).number}
    if name in PEOPLE_ROUTES + REPORT_ROUTES:
        return report_kwargs(seat) if name in REPORT_ROUTES else people_kwargs(name, seat)
    if name in RUN_ROUTES:
        number = made_runs(seat.campaign)
        words = {"compare-query": {"query_id": 1}}
        words |= {route: {"number": number} for route in ONE_RUN}
        return {"slug": "films", **words.get(name, {})}
    if name == "answer":
        question = {"pair": seat.pair, "seat": seat, "annotator": seat.annotator, "kind": "question"}
        return {"slug": "films", "problem_id": Problem.objects.create(reported_at=NOW, **question).pk}
    return known.get(name, {})


def report_kwargs(seat) -> dict[str, object]:
    """A page to download; as the folder is no report, making one is refused at once instead of drawn for seconds."""
    folder = report_folder(seat.campaign)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.html").write_text("<!doctype html>")
    return {"slug": "films"}


def staying_kwargs(name: str, seat) -> dict[str, object]:
    if name == "warning-answer":
        warning = PersonWarning.objects.create(member=seat.annotator, kind="pace", detail="2 s", raised_at=NOW)
        return {"slug": "films", "warning_id": warning.pk}
    if name in ("staffing", "golds"):
        return {"slug": "films"}
    pair = seat.campaign.pairs.select_related("campaign", "query", "moment").filter(batch=None).first()
    if name == "gold-stop":
        set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
    return {"slug": "films", "number": pair.number}


def people_kwargs(name: str, seat) -> dict[str, object]:
    now = timezone.now()
    if name in STAYING_ROUTES:
        return staying_kwargs(name, seat)
    if name in ONE_PERSON:
        return {"slug": "films", "pseudonym": seat.annotator.pseudonym}
    if name in ("join", "invite-revoke"):
        made = make_invite(campaign=seat.campaign, uses=1, days=1, note="", now=now, actor="lead")
        return {"token": made.token} if name == "join" else {"slug": "films", "invite_id": made.invite.pk}
    if name == "reset":
        return {"token": make_reset_link(member=seat.annotator, now=now, actor="lead")}
    if name == "consent":
        save_consent(campaign=seat.campaign, text="Agree?", seen_version=None, actor="lead", now=now)
    return {} if name == "leave" else {"slug": "films"}


def kwargs_of_exam(name: str, campaign) -> dict[str, object]:
    """A draft of two pairs, which the route is about."""
    query = make_query(campaign, pairs=2, split="exam")
    exam = create_exam(campaign=campaign, queries=1, depth=2, truth_kind="gold", now=NOW, actor="test")
    words: dict[str, object] = {}
    if name not in ("exam", "exam-make", "exam-report", "exam-report-csv"):
        words["number"] = exam.number
    if name in ("exam-drop", "exam-doubtful"):
        words["pair"] = query.pairs.first().number
    return {"slug": campaign.slug, **words}


@pytest.mark.parametrize(("name", "method"), ACCESS)
def test_each_role_gets_what_the_table_says(world, name: str, method: str) -> None:
    statuses = []
    url = reverse(name, kwargs=kwargs_for(name, world[2]))
    for role in ROLES:
        with transaction.atomic():
            statuses.append(status_for(role, world, name, method, url))
            transaction.set_rollback(True)
    assert dict(zip(ROLES, statuses, strict=True)) == dict(zip(ROLES, ACCESS[name, method], strict=True))


def status_for(role: str, world, name: str, method: str, url: str) -> int:
    """What the role is answered; whoever is sent to sign in is sent there."""
    _, people, seat = world
    seat.refresh_from_db()
    client = Client()
    if role != "anonymous":
        client.force_login(people[role])
    body = body_of(name, people, seat)
    if name in ("leave", "person-remove") and role != "anonymous":
        leaves = people[role] if name == "leave" else seat.annotator.user
        body = body | {"terms": terms_mark(leaving_terms(leaves))}
    answer = ask(client, method, url, name, body)
    if answer.status_code == 302 and role == "anonymous" and name not in ("sign-out", "join"):
        assert answer["Location"].startswith("/sign-in/")
    return answer.status_code


def body_of(name: str, people, seat) -> dict[str, object]:
    if name == "api-problems":
        return BODIES[name] | {"seat": str(seat.public_id)}
    if name == "api-session":
        return {"worker_id": people["outsider"].username, "password": PASSWORD}
    if name == "join":
        return CHOSEN | {"form": signing.dumps({"invite": Invite.objects.get().pk, "worker_id": "w-new"}, salt=SALT)}
    if name in ("upload-run", "api-runs"):
        return {"name": "another", "file": a_file({"1": []})}
    if name == "exam-grant":
        return {"person": seat.annotator.pseudonym, "granted": "0"}
    if name == "person-void":
        return {"reason": "random", **asdict(preview_voiding(member=seat.annotator))}
    return BODIES.get(name, {})


def ask(client: Client, method: str, url: str, name: str, body: dict[str, object]):
    if method == "get":
        return client.get(url, QUERIES.get(name, {"campaign": "films"} if name.startswith("api-") else {}))
    if method == "delete":
        return client.delete(url)
    as_json = name.startswith("api-") and name != "api-runs"
    return client.post(url, body, content_type="application/json") if as_json else client.post(url, body)


def routes(patterns, namespace: str = "") -> list[str]:
    names = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            names += routes(pattern.url_patterns, pattern.namespace or namespace)
        elif isinstance(pattern, URLPattern) and not namespace:
            names.append(pattern.name or str(pattern.pattern))
    return names


@pytest.mark.django_db  # the tables are laid where at least one test asks for them
def test_every_route_has_a_row() -> None:
    assert set(routes(get_resolver().url_patterns)) == {name for name, _ in ACCESS}


@pytest.mark.parametrize("role", ROLES)
def test_the_administration_is_for_admins_alone(world, role: str) -> None:
    _, people, _ = world
    client = Client()
    if role != "anonymous":
        client.force_login(people[role])
    urls = [reverse("admin:index")]
    urls += [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist") for model in admin.site._registry
    ]
    expected = 200 if role == "admin" else 302
    assert {client.get(url).status_code for url in urls} == {expected}


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("desk", {"slug": "nothing"}),
        ("review", {"slug": "nothing"}),
        ("day", {"slug": "nothing"}),
        ("pay", {"slug": "nothing"}),
        ("query", {"slug": "films", "query_id": 99}),
        ("clip", {"name": "nothing.gif"}),
    ],
)
def test_what_does_not_exist_is_404_for_its_lead(world, name: str, kwargs: dict[str, object]) -> None:
    _, people, _ = world
    client = Client()
    client.force_login(people["lead"])
    assert client.get(reverse(name, kwargs=kwargs)).status_code == 404


def test_a_foreign_seat_id_is_refused_like_one_that_is_made_up(world) -> None:
    _, people, seat = world
    client = Client()
    client.force_login(people["annotator"])
    foreign = BODIES["api-problems"] | {"seat": str(uuid.uuid4())}
    assert client.post("/api/v1/problems/", foreign, content_type="application/json").status_code == 404


def test_a_page_post_without_the_csrf_token_is_refused(world) -> None:
    _, people, seat = world
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["lead"])
    url = reverse("withdraw-pair", kwargs=kwargs_of("withdraw-pair", seat))
    assert client.post(url, {"reason": "x"}).status_code == 403
    client.force_login(people["annotator"])
    assert client.post("/api/v1/seats/claim/", {}, content_type="application/json").status_code == 403
