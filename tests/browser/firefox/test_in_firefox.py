"""The roads that people go most, in Firefox: desk, exam, a line that is cut, and the lead's review, all by keys."""

import json
import time
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.sittings import advance_sittings
from annotator.models import Membership, PracticeAnswer, Score, Seat, SeatState, SittingState, Standing
from annotator.scoring.services.finalising import finalise_scores
from consensus.models import BatchReview
from moments.models import Clip
from tests.browser.at_desk import BOUNCE_MS, stored
from tests.browser.conftest import at_work
from tests.browser.desk.test_exam_desk import WHY, trainee
from tests.browser.firefox.tabs import Tab
from tests.browser.player_page import clips
from tests.console.scenes import reviewed_scene
from tests.factories import PASSWORD, make_lead

pytestmark = [pytest.mark.browser, pytest.mark.firefox, pytest.mark.django_db(transaction=True), pytest.mark.long]
READY = 'document.body.dataset.mode === "ready" && (document.body.dataset.pair ?? "")'
LOADED = 'performance.getEntriesByType("resource").filter((entry) => entry.responseStatus === 200)'
LEADS_PAGES = ("inbox", "campaign", "agreement", "queries", "people", "plan", "exports")


def sign_in(tab: Tab, server, member: Membership) -> None:
    tab.open(f"{server.url}/sign-in/")
    tab.type_into("[name=username]", member.user.username)
    tab.type_into("[name=password]", PASSWORD)
    tab.press("Enter")
    tab.wait_for('location.pathname !== "/sign-in/"')


def pair_shown(tab: Tab, after: str = "") -> str:
    """The seat in view, once its clip plays and it is another than `after`."""
    tab.wait_for(f'{READY} !== "{after}"')
    time.sleep(BOUNCE_MS / 1000)
    return tab.run("document.body.dataset.pair")


def press(tab: Tab, key: str, *, last: bool = False) -> str:
    """Press the key for the pair in view; that pair."""
    before = tab.run("document.body.dataset.pair")
    tab.press(key)
    if not last:
        pair_shown(tab, before)
    return before


def all_saved(tab: Tab) -> None:
    tab.wait_for('document.body.dataset.unsent === "0"')
    tab.has("[data-part=status]", "All saved")


def wait_for_held_clips(tab: Tab, member: Membership) -> None:
    """Wait until the clip of every pair that the desk holds has been loaded whole."""
    all_saved(tab)  # what answers a score may bring pairs
    held = Seat.objects.filter(annotator=member, state=SeatState.HELD)
    names = [clip.name for clip in Clip.objects.filter(moment__in=held.values("pair__moment"))]
    assert len(names) >= 5
    tab.wait_for(f"{json.dumps(names)}.every((name) => {LOADED}.some((entry) => entry.name.includes(name)))")


def store_mp4() -> None:
    """Every clip becomes an MP4 of its own."""
    for number, clip in enumerate(Clip.objects.all()):
        body = clips.mp4(number % 3)
        Clip.objects.filter(pk=clip.pk).update(rendition="mp4", size=len(body), width=clips.WIDTH, height=clips.HEIGHT)
        clip.refresh_from_db()
        storages["clips"].save(clip.name, ContentFile(body))


def graces_over(member: Membership) -> None:
    """As if the time to change an answer were over; a sweep sees to the exam."""
    Score.objects.update(changeable_until=timezone.now())
    later = timezone.now() + timedelta(hours=1)
    finalise_scores(campaign=member.campaign, now=later)
    advance_sittings(campaign=member.campaign, now=later)
    member.refresh_from_db()


def test_twenty_pairs_with_mp4_clips_are_scored_by_key(tab, live_server):
    member = at_work(pairs=20)
    store_mp4()
    sign_in(tab, live_server, member)
    pair_shown(tab)
    tab.wait_for("document.querySelector('video[data-in-view]').currentTime > 0")
    tab.press("Space")
    tab.wait_for("document.querySelector('video[data-in-view]').paused")
    tab.press("Space")
    pressed = {press(tab, str(number % 5), last=number == 19): number % 5 for number in range(20)}
    tab.has("[data-part=empty-title]", "Nothing to score right now")
    all_saved(tab)
    assert len(pressed) == 20
    assert stored() == pressed
    assert Score.objects.count() == 20


def test_a_line_cut_twice_stores_every_score_once(tab, live_server):
    member = at_work(pairs=21)
    sign_in(tab, live_server, member)
    pair_shown(tab)
    pressed = {}
    for number in range(20):
        if number in (3, 11):
            wait_for_held_clips(tab, member)
            tab.set_offline(True)
        if number in (7, 15):
            assert Score.objects.count() <= number - 4
            assert tab.run("Number(document.body.dataset.unsent)") >= 4
            tab.set_offline(False)
            all_saved(tab)
        pressed[press(tab, str(number % 5))] = number % 5
    all_saved(tab)
    assert len(pressed) == 20
    assert stored() == pressed
    assert Score.objects.count() == 20


def test_tutorial_and_exam_with_its_misses_are_passed_by_key(tab, live_server):
    member = trainee(practices=1)
    campaign, now = member.campaign, timezone.now()
    exam = create_exam(
        campaign=campaign, pairs=[1, 2, 3, 4], truth_kind="gold", items_a_sitting=4, now=now, actor="lead"
    )
    for item in exam.items.all():
        set_truth(item=item, truth=2, explanation=WHY, now=now, actor="lead")
    open_exam(exam=exam, now=now, actor="lead")
    sign_in(tab, live_server, member)
    for link in ("/tutorial/", "/tutorial/1/"):
        tab.focus(f'a.primary[href$="{link}"]')
        tab.press("Enter")
        tab.wait_for(f"location.pathname.endsWith('{link}')")
    tab.wait_for('document.body.dataset.started === "yes"')
    tab.press("2")
    tab.wait_for('document.activeElement.matches("[data-next]")')
    tab.press("Enter")
    tab.focus("form[method=post].row button.primary")
    tab.press("Enter")
    pair_shown(tab)
    missed = [press(tab, key, last=last) for key, last in (("0", False), ("2", False), ("3", False), ("4", True))]
    all_saved(tab)
    graces_over(member)
    assert member.standing == Standing.RELABEL
    tab.open(f"{live_server.url}/c/films/score/")
    pair_shown(tab)
    tab.has("[data-part=lesson]", WHY)
    press(tab, "2")
    tab.has("[data-part=lesson]", WHY)
    press(tab, "2", last=True)
    tab.has("[data-part=empty-title]", "All scored again")
    all_saved(tab)
    graces_over(member)
    assert member.standing == Standing.QUALIFIED
    assert member.sittings.get().state == SittingState.PASSED
    assert PracticeAnswer.objects.count() == 1
    answers = Score.objects.order_by("seat__attempt", "pk").values_list("relevance", flat=True)
    assert list(answers) == [0, 2, 3, 4, 2, 2]
    assert len(set(missed)) == 4


def test_a_lead_closes_and_undoes_by_key_and_sees_every_page(tab, live_server):
    campaign = reviewed_scene(queries=3)
    lead = make_lead(campaign)
    sign_in(tab, live_server, lead)  # the queue is where leads begin
    tab.wait_for('location.pathname === "/c/camp/review/" && document.querySelectorAll("[data-card]").length === 3')
    tab.has("[aria-current=true][data-card]", "query text 1")
    tab.press("j")
    tab.has("[aria-current=true][data-card]", "query text 2")
    tab.press("c")
    tab.wait_for('document.querySelectorAll("[data-log] li").length === 1')
    assert decided() == ["", "close", ""]
    tab.press("e")
    tab.wait_for('document.querySelectorAll("[data-log] li").length === 2')
    assert decided() == ["", "close", "extend"]
    tab.press("u")
    tab.has("[data-announcement]", "Undone: the batch is awaiting a decision again.")
    assert decided() == ["", "close", ""]
    for page in LEADS_PAGES:
        tab.open(f"{live_server.url}/c/camp/{page}/")
        tab.has("main h1")


def decided() -> list[str]:
    rows = BatchReview.objects.filter(superseded=False).order_by("batch__query__query_id")
    return list(rows.values_list("decision", flat=True))


def test_what_goes_wrong_in_a_page_is_heard(firefox, live_server):
    tab = firefox.new_tab()
    tab.open(f"{live_server.url}/sign-in/")
    tab.run("document.body.insertAdjacentHTML('beforeend', '<img src=\"http://elsewhere.example/a.gif\">')")
    tab.run("setTimeout(() => { absent(); }, 0)")
    tab.run("console.error('said so')")
    time.sleep(1)
    breach, *others = sorted(tab.errors())
    tab.close()
    assert others == ["ReferenceError: absent is not defined", "said so"]
    assert breach.startswith("Content-Security-Policy")
