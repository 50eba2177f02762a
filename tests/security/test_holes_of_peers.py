"""Published holes of Label Studio, CVAT and Django, each tried here; docs/security.md lists them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, transaction
from django.test import Client

from annotator.guideline.services import save_guideline
from annotator.models import Guideline, Membership, Standing, User
from annotator.people.services.people import issue_token
from config.environment import BASE_DIR, read_environment
from config.variables import WrongSetting
from moments.base.errors import BadInput
from moments.models import Clip, Query
from moments.models.clips import MEDIA_TYPES
from tests.factories import NOW, make_admin, make_lead, make_member, opened_campaign

pytestmark = pytest.mark.django_db
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"
FLOORS = ("config", "console", "archive", "benchmark", "consensus", "annotator", "moments", "evaluation")
# The modules that may reach out: what they ask comes from the settings alone.
REACHING_OUT = {
    "moments/base/outgoing.py",
    "moments/rewriting/endpoint.py",  # LLM_BASE_URL
    "moments/clips/storage.py",  # CLIP_STORAGE
    "moments/clips/buckets/clients.py",  # VIDEO_SOURCES
}


def sources() -> list[Path]:
    return [path for floor in FLOORS for path in (BASE_DIR / floor).rglob("*.py") if "migrations" not in path.parts]


def signed_in(user: User, **options) -> Client:
    client = Client(**options)
    client.force_login(user)
    return client


@pytest.fixture
def scene():
    """An open campaign, an annotator and a lead."""
    campaign, (member,) = opened_campaign(people=1, pairs=3)
    return campaign, member, make_lead(campaign)


def test_nothing_but_the_guarded_modules_can_ask_another_server():
    """Label Studio CVE-2022-36551, 2023-47116; CVAT 2022-31188, 2024-37164: a user's URL was fetched."""
    reaches = re.compile(
        r"^\s*(?:import|from) (?:urllib\.request|requests|httpx2?|http\.client|aiohttp|boto3(?!\.exceptions))\b", re.M
    )

    found = {str(path.relative_to(BASE_DIR)) for path in sources() if reaches.search(path.read_text())}
    assert found <= REACHING_OUT


def test_no_row_holds_an_endpoint_or_a_credential_of_a_storage():
    """Label Studio CVE-2025-25297: an S3 endpoint was a field of a form."""
    names = {
        field.name for model in apps.get_models() if model._meta.app_label in FLOORS for field in model._meta.fields
    }
    assert not {name for name in names if re.search("endpoint|credential|access_key|secret", name)}


@pytest.mark.parametrize("place", ["query", "review", "desk"])
def test_imported_text_runs_nowhere(scene, place):
    """Label Studio CVE-2024-23633, 2024-26152, 2025-25296, 2025-47783; CVAT 2024-47063: imported text ran."""
    campaign, member, lead = scene
    Query.objects.update(text=SCRIPT)
    paths = {
        "query": f"/c/films/queries/{campaign.queries.get().query_id}/",
        "review": "/c/films/review/",
        "desk": "/c/films/score/",
    }

    page = signed_in(member.user if place == "desk" else lead.user).get(paths[place])

    assert page.status_code == 200
    assert "<script>alert" not in page.content.decode()
    assert "<img src=x" not in page.content.decode()


def test_markdown_of_a_lead_runs_nowhere(scene):
    """The same by Markdown: raw HTML, handlers, javascript: links."""
    campaign, member, _ = scene
    text = f"# Watch\n\n{SCRIPT}\n\n[a](javascript:alert(1)) <a href='data:text/html,x'>b</a> <iframe src=x></iframe>"
    with pytest.raises(BadInput, match="line 3"):
        save_guideline(campaign=campaign, text=text, renewed=False, actor="lead", now=NOW, seen_version=None)
    Guideline.objects.create(campaign=campaign, version=1, text=text, actor="lead", created_at=NOW)  # an older one

    page = signed_in(member.user).get("/c/films/guideline/").content.decode()

    assert "Watch" in page
    assert not re.search(r"onerror|<iframe|javascript:|data:text/html|<script>alert", page)


def test_scripts_of_a_page_come_from_files_alone(scene):
    """Label Studio CVE-2023-47115 and the rest: where text would run after all, the browser refuses it."""
    _, member, _ = scene
    policy = signed_in(member.user).get("/c/films/score/")["Content-Security-Policy"]

    scripts = re.search(r"script-src ([^;]*)", policy)[1]
    assert scripts.split() == ["'self'"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    inline = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)(?![^>]*importmap)|\son[a-z]+=\"|<style", re.I)
    assert not [path for path in (BASE_DIR / "templates").rglob("*.html") if inline.search(path.read_text())]


def test_nothing_that_could_be_a_page_is_served_as_a_clip(scene):
    """CVAT CVE-2026-23516: an SVG that was uploaded ran."""
    _, _, lead = scene
    clip = Clip.objects.all()[0]

    answer = signed_in(lead.user).get(f"/clips/{clip.key}.svg")
    assert answer.status_code == 404
    assert set(MEDIA_TYPES.values()) == {"image/gif", "image/webp", "video/mp4"}
    assert settings.SECURE_CONTENT_TYPE_NOSNIFF


def test_a_lead_resets_no_password_outside_their_campaign(scene):
    """Label Studio CVE-2026-22033: another's account could be taken over by its number."""
    _, _, lead = scene
    other, (stranger,) = opened_campaign("other", people=1, pairs=1)

    for slug in ("films", "other"):
        answer = signed_in(lead.user).post(f"/c/{slug}/people/{stranger.pseudonym}/reset/")
        assert answer.status_code == 404, slug
    assert not stranger.user.reset_links.exists()


@pytest.mark.parametrize(
    "path", ["/api/v1/scores/", "/api/v1/me/", "/c/films/people/", "/c/films/review/", "/c/films/runs/"]
)
def test_no_parameter_of_an_address_reaches_the_database_as_a_filter(scene, path):
    """Label Studio CVE-2023-47117, Django CVE-2025-57833, 2025-64459: lookups and connectors in a query string."""
    _, member, lead = scene
    client = signed_in(member.user if "api" in path else lead.user)
    asked = "?user__password__startswith=a&annotator__user__password__regex=.&_connector=OR%201=1&_negated=1"

    plain, attacked = client.get(path), client.get(path + asked)

    assert attacked.status_code == plain.status_code == 200
    forms = re.compile(rb'name="(?:csrfmiddlewaretoken|once)" value="[^"]*"|<time[^>]*>[^<]*</time>|nonce="[^"]*"')
    assert forms.sub(b"", attacked.content) == forms.sub(b"", plain.content)


def test_no_code_hands_request_data_to_a_filter():
    """The same in the source: nothing of a request is ever spread into a call."""
    spread = re.compile(r"\*\*\s*(?:\w+\()?(?:self\.)?\w*request\.(?:GET|POST|data|query_params|headers)\b")
    assert [str(path) for path in sources() if spread.search(path.read_text())] == []


@pytest.mark.parametrize("key", ["", "short", "django-insecure-" + "x" * 40, "changeme" * 8])
def test_a_server_does_not_start_with_a_secret_that_others_know(key):
    """Label Studio CVE-2023-43791: a SECRET_KEY stood in the source."""
    given = {"DATABASE_URL": "postgres://a:b@h/n", "REDIS_URL": "redis://h/0", "ALLOWED_HOSTS": "h", "SECRET_KEY": key}
    with pytest.raises(WrongSetting, match="SECRET_KEY"):
        read_environment(given)


@pytest.mark.parametrize("name", ["..%2f..%2fsecret-key", "..", "....//secret-key", "%2fetc%2fpasswd", "secret-key"])
def test_a_name_leads_to_no_other_file(scene, name):
    """Label Studio CVE-2025-25295: a name in an export led out of its folder."""
    for path in (f"/clips/{name}", f"/static/{name}", f"/c/films/exports/{name}/download/"):
        assert signed_in(make_admin()).get(path).status_code == 404


@pytest.mark.parametrize(
    "path", ["/c/films/exports/order/", "/api/v1/campaigns/films/exports/", "/api/v1/scores/", "/tokens/make/"]
)
def test_no_other_site_makes_a_browser_do_anything(scene, path):
    """CVAT CVE-2024-37306: an export was begun from another site's page."""
    campaign, member, _ = scene
    client = signed_in(member.user if "scores" in path else make_admin(), enforce_csrf_checks=True)

    assert client.post(path, {}, content_type="application/json").status_code == 403
    assert not campaign.exports.exists()


def test_a_browser_gets_no_page_of_the_api(scene):
    """CVAT CVE-2025-48381: the browsable API showed more than the API."""
    _, member, _ = scene
    answer = signed_in(member.user).get("/api/v1/me/", headers={"Accept": "text/html"})

    assert answer.status_code == 406 or answer["Content-Type"].startswith("application/json")
    assert b"<html" not in answer.content


def test_staff_that_is_no_admin_cannot_be_stored():
    """CVAT CVE-2026-23526: staff made themselves superusers."""
    user = make_admin()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_superuser=False)


@pytest.mark.parametrize("role", ["annotator", "lead"])
def test_only_admins_see_the_administration(scene, role):
    _, member, lead = scene
    client = signed_in({"annotator": member, "lead": lead}[role].user)
    assert client.get("/admin/").status_code == 302
    assert client.post(f"/admin/annotator/user/{member.user_id}/change/", {"is_superuser": "on"}).status_code == 302
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.parametrize("suspended", [False, True])
def test_another_campaign_s_things_are_not_there(scene, suspended):
    """CVAT CVE-2024-45393, 2024-47172: what was asked for by number was given to whoever asked."""
    campaign, _, lead = scene
    other, _ = opened_campaign("other", people=0, pairs=1)
    if suspended:
        Membership.objects.filter(pk=lead.pk).update(standing=Standing.SUSPENDED)
    client = signed_in(lead.user)

    for path in ("review/", "people/", "campaign/", "runs/", "tokens/"):
        assert client.get(f"/c/other/{path}").status_code == 404
        assert client.get(f"/c/films/{path}").status_code == (403 if suspended else 200)


def test_a_token_in_an_address_opens_nothing(scene):
    """A token belongs into a header: addresses stand in logs."""
    _, member, _ = scene
    token = issue_token(user=member.user, now=NOW)
    for query in (f"?token={token}", f"?Authorization=Token%20{token}"):
        assert Client().get(f"/api/v1/me/{query}").status_code == 401
    assert make_member(member.campaign).pk
