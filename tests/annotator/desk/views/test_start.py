import re
from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.desk.selectors.start import road_of
from annotator.exam.services.exams import freeze_truth, open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.sittings import advance_sittings, begin_sitting
from annotator.exam.settings import Bar
from annotator.models import ConsentGiven, Exam, ProblemKind, Score, Standing
from annotator.problems.services.reporting import report_problem
from annotator.scoring.services.finalising import finalise_scores
from annotator.seats.services.standings import set_standing
from annotator.tutorial.services import save_tutorial
from consensus.pairs.services.withdrawing import put_back_pair
from tests.factories import NOW, claim, make_campaign, make_lead, make_member, make_query, submit

pytestmark = pytest.mark.django_db
START = "/c/films/start/"
BEGIN = "/c/films/start/exam/"
DESK = "/c/films/score/"


@pytest.fixture
def campaign():
    """A campaign with four pairs of the exam split."""
    campaign = make_campaign()
    make_query(campaign, pairs=4, split="exam")
    return campaign


def trainee(campaign, client=None, standing=Standing.TRAINING):
    member = make_member(campaign, standing=standing)
    if client:
        client.force_login(member.user)
    return member


def opened(campaign, **fields) -> Exam:
    """A cohort's exam of four pairs, open; it freezes with one taker."""
    exam = create_exam(
        campaign=campaign, queries=1, depth=4, now=NOW, actor="lead", **{"takers_to_freeze": 1, **fields}
    )
    open_exam(exam=exam, now=NOW, actor="lead")
    return exam


def gold(campaign, truth=4, **fields) -> Exam:
    """A gold exam of four pairs, every truth the same, open to be taken."""
    wanted = {"queries": 1, "depth": 4, "truth_kind": "gold", **fields}
    exam = create_exam(campaign=campaign, now=NOW, actor="lead", **wanted)
    for item in exam.items.all():
        set_truth(item=item, truth=truth, explanation="the door opens", now=NOW, actor="lead")
    open_exam(exam=exam, now=NOW, actor="lead")
    return exam


def answer_all(member, level) -> None:
    """Score whatever the person is seated on, and let the sweep move them on."""
    member.refresh_from_db()
    for seat in claim(member, 20):
        assert submit(member, seat, level).status == "saved"
    later = NOW + timedelta(seconds=61)
    finalise_scores(campaign=member.campaign, now=later)
    advance_sittings(campaign=member.campaign, now=later)
    member.refresh_from_db()


def page(client) -> str:
    answer = client.get(START)
    assert answer.status_code == 200
    return answer.content.decode()


def steps(shown: str) -> dict[str, str]:
    """The names of the steps with done, now or later."""
    parts = shown.split('<li data-step="')[1:]
    return {part.partition('class="road-name">')[2].partition("<")[0]: part.partition('"')[0] for part in parts}


def test_the_invited_are_to_read_the_consent_first(client, campaign):
    campaign.consents.create(version=1, text="Yes?", created_at=NOW)
    trainee(campaign, client, Standing.INVITED)
    shown = page(client)
    assert "Read the consent text" in shown
    assert "/c/films/consent/" in shown
    assert steps(shown)["Consent"] == "now"


def test_after_the_consent_comes_the_tutorial(client, campaign):
    consent = campaign.consents.create(version=1, text="Yes?", created_at=NOW)
    save_tutorial(campaign=campaign, text="Watch.", practices=[], actor="lead", now=NOW, seen_version=None)
    member = trainee(campaign, client)
    ConsentGiven.objects.create(member=member, consent=consent, given_at=NOW)
    shown = page(client)
    assert "Open the tutorial" in shown
    assert steps(shown) == {"Consent": "done", "Tutorial": "now", "Admission": "later", "Scoring": "later"}


def test_without_an_exam_there_is_nothing_to_press(client, campaign):
    trainee(campaign, client)
    shown = page(client)
    assert "No exam is open right now." in shown
    assert 'class="primary"' not in shown


def test_the_exam_says_what_to_expect_and_begins(client, campaign):
    opened(campaign, bar=Bar(most_misalignment=0.125, least_kappa=0.4))
    member = trainee(campaign, client)
    shown = page(client)
    for words in (
        "You answer 4 pairs on the desk.",
        "it takes about 2 minutes",
        "at most 1 level away from",
        "you may miss at most 12.5% of",
        "must be 0.40",
    ):
        assert words in shown
    assert "The truth is the median" in shown
    assert client.post(BEGIN).url == DESK
    member.refresh_from_db()
    assert member.standing == Standing.EXAM
    assert "You have answered 0 of 4 pairs." in page(client)
    assert client.get(DESK).status_code == 200


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda campaign: None, "No exam is open."),
        (lambda campaign: campaign.consents.create(version=1, text="Yes?", created_at=NOW), "consent first."),
        (
            lambda campaign: save_tutorial(
                campaign=campaign, text="Watch.", practices=[], actor="lead", now=NOW, seen_version=None
            ),
            "Complete the tutorial first.",
        ),
    ],
)
def test_an_exam_that_cannot_begin_says_why(client, campaign, prepare, message):
    prepare(campaign)
    member = trainee(campaign, client)
    answer = client.post(BEGIN, follow=True)
    assert answer.redirect_chain[0][0] == START
    assert message in answer.content.decode()
    member.refresh_from_db()
    assert member.standing == Standing.TRAINING


def test_who_is_done_early_waits_and_sees_how_many_still_answer_and_nothing_else_of_them(client, campaign):
    exam = opened(campaign)
    member, other = trainee(campaign, client), trainee(campaign)
    for one in (member, other):
        begin_sitting(member=one, now=NOW)
    answer_all(member, 3)
    shown = page(client)
    assert "One other person is still taking the exam." in shown
    assert steps(shown)["The truth is set"] == "now"
    assert 'hx-trigger="every 30s"' in shown
    assert other.pseudonym not in shown
    assert other.user.username not in shown
    seen = shown.partition("?seen=")[2].partition('"')[0]
    asked = {"seen": seen}
    assert client.get(START, asked, headers={"HX-Request": "true"}).status_code == 204
    freeze_truth(exam=exam, now=NOW, actor="lead")
    advance_sittings(campaign=campaign, now=NOW + timedelta(seconds=70))
    assert "You are qualified" in client.get(START, asked, headers={"HX-Request": "true"}).content.decode()


def test_misses_come_back_with_the_own_figures(client, campaign):
    gold(campaign, truth=4)
    member = trainee(campaign, client)
    begin_sitting(member=member, now=NOW)
    answer_all(member, 1)
    shown = page(client)
    assert member.standing == Standing.RELABEL
    assert "You have done 0 of 4." in shown
    assert '4 <span class="muted">(100%)</span>' in shown
    assert steps(shown) == {"Exam": "done", "Missed pairs": "now", "Scoring": "later"}
    assert client.get(DESK).status_code == 200
    answer_all(member, 4)
    assert "You are qualified" in page(client)


def test_who_failed_learns_by_how_much_and_what_is_left(client, campaign):
    gold(campaign, truth=4, bar=Bar(most_misalignment=0.5), sittings_allowed=2)
    member = trainee(campaign, client)
    for goes_left in (1, 0):
        assert client.post(BEGIN).url == DESK
        answer_all(member, 0)
        shown = page(client)
        assert "You did not pass the exam" in shown
        assert "You may miss at most 50% of the pairs." in shown
        assert ("You have one more attempt" in shown) is bool(goes_left)
        assert ("Take the exam again" in shown) is bool(goes_left)
    assert "You have no attempts left." in shown
    assert "You have no attempts left" in client.post(BEGIN, follow=True).content.decode()


@pytest.mark.parametrize("standing", [Standing.INVITED, Standing.TRAINING, Standing.WAITING])
def test_who_has_nothing_to_score_is_sent_here(client, campaign, standing):
    trainee(campaign, client, standing)
    assert client.get("/").url == START
    assert client.get(DESK).url == START


def test_the_qualified_and_those_in_the_exam_score_at_the_desk(client, campaign):
    member = trainee(campaign, client, Standing.QUALIFIED)
    assert client.get("/").url == DESK
    assert client.get(DESK).status_code == 200
    set_standing(member=member, standing=Standing.RELABEL, now=NOW, actor="rule")
    assert client.get("/").url == START
    assert client.get(DESK).status_code == 200


def test_leads_and_the_suspended_are_refused(client, campaign):
    for member in (make_lead(campaign), make_member(campaign, standing=Standing.SUSPENDED)):
        client.force_login(member.user)
        assert (client.get(START).status_code, client.post(BEGIN).status_code) == (403, 403)
    client.logout()
    assert client.get(START).url.startswith("/sign-in/")
    asked_again = client.get(START, {"seen": "waiting"}, headers={"HX-Request": "true"})
    assert (asked_again.status_code, asked_again["HX-Refresh"]) == (401, "true")


@pytest.mark.parametrize("pairs", [1, 4])
def test_the_number_of_queries_does_not_grow_with_the_exam(client, pairs, django_assert_num_queries):
    campaign = make_campaign()
    make_query(campaign, pairs=pairs, split="exam")
    gold(campaign, depth=pairs)
    member = trainee(campaign, client)
    begin_sitting(member=member, now=NOW)
    answer_all(member, 1)
    with django_assert_num_queries(16):
        assert client.get(START).status_code == 200


def test_a_countdown_leads_to_the_next_stage(client, settings):
    settings.SWEEP_INTERVAL_S = 5.0
    campaign = make_campaign()
    make_query(campaign, pairs=1, split="exam")
    gold(campaign, depth=1)
    member = trainee(campaign, client)
    now = timezone.now()
    begin_sitting(member=member, now=now)
    assert "data-countdown" not in page(client)
    (seat,) = claim(member, 1, now=now)
    assert submit(member, seat, 2, now=now).status == "saved"
    shown = page(client)
    seconds = int(re.search(r'The next stage begins in <span data-countdown="(\d+)">1:0\d</span>', shown).group(1))
    assert 55 < seconds <= 65
    assert 'hx-trigger="every 5s"' in shown
    Score.objects.update(changeable_until=now - timedelta(seconds=9))
    assert "The next stage begins in a moment." in page(client)


def test_the_page_says_that_a_reported_pair_is_waited_for(client, campaign):
    gold(campaign, truth=4)
    member = trainee(campaign, client)
    begin_sitting(member=member, now=NOW)
    member.refresh_from_db()
    seat = claim(member, 1)[0]
    report_problem(member=member, seat=seat.public_id, kind=ProblemKind.BROKEN_CLIP, note="", now=NOW)
    assert "Continue the exam" in page(client)
    answer_all(member, 4)
    shown = page(client)
    assert "Waiting for your lead" in shown
    assert "You have done 3 of 4. One pair was reported" in shown
    assert "Continue the exam" not in shown
    mark = road_of(member).mark
    put_back_pair(pair=seat.pair, actor="lead", reason="it plays", now=NOW)
    assert "Continue the exam" in page(client)
    assert road_of(member).mark != mark


def test_the_kappa_of_ones_own_is_named_and_explained(client, campaign):
    gold(campaign, truth=4)
    member = trainee(campaign, client)
    begin_sitting(member=member, now=NOW)
    answer_all(member, 0)
    shown = page(client)
    assert "<dt>Quadratic kappa with the truth</dt><dd>0.00</dd>" in shown
    assert "A value of 1 means that they always match; 0 means that they match no better than by chance." in shown
