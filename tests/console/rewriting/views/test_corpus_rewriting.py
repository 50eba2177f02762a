import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.language_model import LanguageModel
from moments.jobs.services.leases import end_job
from moments.models import JobState, Moment, RewriteRun, Rewriting
from moments.rewriting.checks import Checked
from moments.rewriting.faults import Fault
from moments.rewriting.services import jobs as rewriting_jobs
from moments.rewriting.services.runs import order_run
from moments.rewriting.services.store import Tried, attempt_fields
from moments.rewriting.tagging.tagger import Found
from tests.console.scenes import REFUSED, refusals, sign_in_admin
from tests.factories import NOW, make_query
from tests.moments.rewriting.scenes import MANNER, described

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/rewriting/"
HTMX = {"HX-Request": "true"}


def scene(count: int = 1):
    """That many descriptions that need a person, each with two answers."""
    names = [f"Ross waves to dog number {number} at the gate." for number in range(1, count + 1)]
    campaign = described(*names, "In the hall Joey and Ross wave.")
    run = order_run(campaign=campaign, manner=MANNER, actor="admin", now=NOW)
    assert end_job(job=run.job, state=JobState.DONE, now=NOW)
    for moment in campaign.moments.filter(desc_id__lte=count):
        rewriting = moment.rewriting
        Rewriting.objects.filter(pk=rewriting.pk).update(
            state="review", tries=2, reason="the answer still contains a name: Joey"
        )
        for number, text in ((1, "Joey waves."), (2, "A man waves to Joey at the gate <b>.")):
            checked = Checked(0.5, (Found("Joey", 0.9),), Fault("name", "Joey"))
            tried = Tried(text, Fault("name", "Joey"), "stub", "1:abc", 0.2, checked, 10, 2)
            rewriting.attempts.create(**attempt_fields(rewriting.pk, number, tried, NOW))
    return campaign


@pytest.fixture(autouse=True)
def _fresh_checkers(monkeypatch):
    monkeypatch.setattr(rewriting_jobs, "_kept", {})


def decide(client, desc_id: int = 1, **fields):
    address = reverse("corpus-rewriting-decide", args=["films", desc_id])
    return client.post(address, fields, headers=HTMX).content.decode()


def state(desc_id: int = 1) -> tuple[str, str, str]:
    moment = Moment.objects.select_related("rewriting").get(desc_id=desc_id)
    return moment.rewriting.state, moment.rewriting.source, moment.caption


def test_the_page_shows_attempts_values_and_the_words_that_changed(client):
    scene()
    sign_in_admin(client)
    page = client.get(PAGE).content.decode()
    assert "<del>Ross</del>" in page
    assert "<ins>A man</ins>" in page
    assert "&lt;b&gt;" in page
    assert "similarity 0.50" in page
    assert "names: " in page
    assert "Joey (0.90)" in page
    assert "Needs a person (1)" in page
    assert "prompt <span" in page


def test_an_answer_is_accepted_and_its_line_comes_back(client):
    scene()
    sign_in_admin(client)
    card = decide(client, do="accept", attempt="2")
    assert "data-decided" in card
    assert "A man waves to Joey at the gate &lt;b&gt;." in card
    assert state() == ("accepted", "model", "A man waves to Joey at the gate <b>.")
    assert Rewriting.objects.get(moment__desc_id=1).reviewer.startswith("admin-")


def test_an_edit_that_the_checks_doubt_is_warned_of_once_and_then_kept(client):
    scene()
    sign_in_admin(client)
    warned = decide(client, do="edit", text="A man waves to Joey at the gate.")
    assert "The checks found a problem with this text: the answer still contains a name: Joey" in warned
    assert 'name="sure" value="A man waves to Joey at the gate."' in warned
    assert state()[0] == "review"
    changed = decide(
        client, do="edit", text="A man waves to Ross at the gate.", sure="A man waves to Joey at the gate."
    )
    assert "The checks found a problem with this text" in changed
    text = "A man waves to Ross at the gate."
    assert "data-decided" in decide(client, do="edit", text=text, sure=text)
    assert state() == ("accepted", "person", text)
    attempt = Rewriting.objects.get(moment__desc_id=1).attempts.get(number=3)
    assert (attempt.model, attempt.names, attempt.similarity is not None) == ("person", [["Ross", None]], True)


def test_an_edit_that_passes_is_kept_at_once(client):
    scene()
    sign_in_admin(client)
    assert "data-decided" in decide(client, do="edit", text="A man waves to dog number 1 at the gate.")
    assert state()[1] == "person"


def test_try_again_and_keep_the_description(client):
    scene(2)
    sign_in_admin(client)
    assert "queued for the next run" in decide(client, do="retry")
    decide(client, 2, do="original")
    assert state() == ("waiting", "", "Ross waves to dog number 1 at the gate.")
    assert state(2)[:2] == ("accepted", "original")


@pytest.mark.parametrize(
    "fields",
    [{"do": "accept"}, {"do": "accept", "attempt": "9"}, {"do": "accept", "attempt": "-1"}, {"do": "edit", "text": " "},
     {"do": "edit", "text": "x" * 1200}, {"do": "burn"}, {}],
)  # fmt: skip
def test_bad_input_comes_back_with_the_card_and_changes_nothing(client, fields):
    scene()
    sign_in_admin(client)
    sure = {"sure": fields.get("text", "")}
    assert "The caption was not changed: " in decide(client, **fields, **sure)
    assert state()[0] == "review"


def test_without_the_pages_program_the_same_forms_work(client):
    scene()
    sign_in_admin(client)
    address = reverse("corpus-rewriting-decide", args=["films", 1])
    assert client.post(address, {"do": "burn"}).status_code == 409
    page = client.post(address, {"do": "accept", "attempt": "2"}, follow=True).content.decode()
    assert "The caption of moment 1: accepted." in page


def test_a_decided_caption_says_so_to_who_comes_late(client):
    scene()
    sign_in_admin(client)
    decide(client, do="accept", attempt="2")
    assert "this caption has already been decided" in decide(client, do="accept", attempt="1")


def test_once_there_are_queries_the_page_says_that_captions_stay(client):
    make_query(scene(), pairs=0, text="a lamp")
    sign_in_admin(client)
    page = client.get(PAGE).content.decode()
    assert "has queries; captions are rewritten before sampling and ranking" in page
    assert "data-key" not in page
    assert "before sampling" in decide(client, do="accept", attempt="2")


def test_a_run_is_begun_shown_and_cancelled(client, monkeypatch):
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", LanguageModel("https://llm.example.org/v1", "k", "stub", 5.0))
    scene()
    sign_in_admin(client)
    fields = {"do": "begin", "encoder": "lexical", "tagger": "capitals", "rate": "90", "parallel": "3"}
    begun = client.post(f"{PAGE}run/", fields, follow=True).content.decode()
    assert "The worker will start it in its next round" in begun
    assert "Waiting for a worker. Ordered by admin" in begun
    assert "every 3s" in begun
    run = RewriteRun.objects.get(job__finished_at=None)
    assert (run.rate, run.parallel, run.tagger, run.job.actor) == (90, 3, "capitals", "admin")
    assert "every 3s" not in client.post(f"/c/films/jobs/{run.job.pk}/cancel/", follow=True).content.decode()
    assert "cancelled by admin" in client.get(f"{PAGE}progress/").content.decode().lower()


@pytest.mark.parametrize(("installed", "first"), [(True, "spacy+capitals"), (False, "capitals")])
def test_taggers_that_are_not_installed_are_not_offered(client, monkeypatch, installed, first):
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", LanguageModel("https://llm.example.org/v1", "k", "stub", 5.0))
    monkeypatch.setattr("moments.rewriting.tagging.registry.is_installed", lambda: installed)
    scene()
    sign_in_admin(client)
    page = client.get(PAGE).content.decode()
    assert f'<select name="tagger"><option>{first}</option>' in page
    assert ("<option>spacy" in page) is installed


@pytest.mark.parametrize(
    "fields",
    [{"rate": "fast"}, {"rate": "0"}, {"parallel": "1000"}, {"encoder": "../model"}, {"tagger": "nobody"}, {"do": "x"}],
)
def test_a_wrong_order_begins_nothing(client, monkeypatch, fields):
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", LanguageModel("https://llm.example.org/v1", "k", "stub", 5.0))
    scene()
    sign_in_admin(client)
    page = client.post(f"{PAGE}run/", {"do": "begin", "tagger": "none", **fields}, follow=True).content.decode()
    assert "The run was not started: " in page
    assert not RewriteRun.objects.filter(job__finished_at=None).exists()


def test_what_got_no_answer_waits_again(client):
    scene()
    Rewriting.objects.filter(moment__desc_id=1).update(state="failed", reason="the endpoint cannot be reached: x")
    sign_in_admin(client)
    assert "can be tried again" in client.get(f"{PAGE}?show=failed").content.decode()
    client.post(f"{PAGE}run/", {"do": "retry"})
    assert state()[0] == "waiting"


def test_words_and_repeated_captions_are_counted(client):
    campaign = scene(2)
    sign_in_admin(client)
    campaign.moments.update(caption="A man waves.")
    decide(client, do="accept", attempt="1")
    page = client.get(f"{PAGE}words/").content.decode()
    assert "words of 1 descriptions were replaced" in page
    assert "1 text is shared by 2 moments" in page


def test_others_are_refused(client):
    assert refusals(client, scene(), PAGE) == REFUSED


def test_another_campaigns_moment_is_not_found(client):
    scene()
    described("Ross waves.", slug="elsewhere")
    sign_in_admin(client)
    address = reverse("corpus-rewriting-decide", args=["elsewhere", 2])
    assert client.post(address, {"do": "original"}).status_code == 404


def test_three_rows_ask_as_many_queries_as_one(client):
    scene(3)
    sign_in_admin(client)
    counts = []
    for states in (["review"] * 3, ["review", "waiting", "waiting"]):
        for number, now in enumerate(states, start=1):
            Rewriting.objects.filter(moment__desc_id=number).update(state=now)
        with CaptureQueriesContext(connection) as asked:
            client.get(PAGE)
        counts.append(len(asked))
    assert counts[0] == counts[1]
