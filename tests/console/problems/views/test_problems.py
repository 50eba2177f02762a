import pytest
from django.urls import reverse

from annotator.models import Problem, ProblemKind
from annotator.problems.services.reporting import report_problem
from consensus.models import Verdict
from moments.models import LedgerEntry, Pair
from tests.console.scenes import REFUSED, annotators, open_scene, parked_pair, refusals, reviewed_scene, sign_in_lead
from tests.factories import NOW, claim, make_member, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
PAGE = "/c/camp/problems/"
RESOLVED = {"show": "resolved"}


@pytest.fixture
def campaign():
    return open_scene(people=1)


def ask(campaign, note="Is it a 2?"):
    """A question about a pair that its annotator has scored or will."""
    member = annotators(campaign)[0]
    (seat,) = claim(member, 1)
    return report_problem(member=member, seat=seat.public_id, kind=ProblemKind.QUESTION, note=note, now=NOW)


def text_of(response) -> str:
    return response.content.decode()


def answer_to(problem) -> str:
    return reverse("answer", args=["camp", problem.pk])


def test_reports_stand_with_kind_note_worker_and_the_command_that_cuts_again(client, campaign):
    pair = parked_pair(campaign, note="black <b>all along")
    sign_in_lead(client, campaign)
    page = text_of(client.get(PAGE))
    assert "The clip does not play" in page
    assert "black &lt;b&gt;all along" in page
    assert Problem.objects.get().annotator.user.username in page
    assert f"--again {pair.moment.desc_id}" in page


def test_a_question_is_answered_and_stays_scorable(client, campaign):
    problem = ask(campaign)
    pseudonym = sign_in_lead(client, campaign)
    assert "Is it a 2?" in text_of(client.get(PAGE))
    answer = client.post(answer_to(problem), {"answer": "A 3: look at the hands."}, follow=True)
    problem.refresh_from_db()
    assert "The question on pair" in text_of(answer)
    assert problem.resolution == "A 3: look at the hands."
    assert problem.resolved_at is not None
    assert problem.seen_at is None
    assert LedgerEntry.objects.get(kind="question_answered").actor == pseudonym
    assert len(claim(annotators(campaign)[0], 1)) == 1


def test_the_second_answer_is_refused_with_the_first(client, campaign):
    problem = ask(campaign)
    sign_in_lead(client, campaign)
    client.post(answer_to(problem), {"answer": "first"})
    answer = client.post(answer_to(problem), {"answer": "second"}, follow=True)
    assert "it is already resolved: first" in text_of(answer)
    problem.refresh_from_db()
    assert problem.resolution == "first"


@pytest.mark.parametrize(("text", "status"), [("", 302), (" \n", 302), ("x" * 1001, 400), ("a\0", 400)])
def test_a_bad_answer_changes_nothing(client, campaign, text, status):
    problem = ask(campaign)
    sign_in_lead(client, campaign)
    assert client.post(answer_to(problem), {"answer": text}).status_code == status
    problem.refresh_from_db()
    assert problem.resolved_at is None


def test_a_report_is_no_question_and_takes_no_answer(client, campaign):
    parked_pair(campaign)
    sign_in_lead(client, campaign)
    answer = client.post(answer_to(Problem.objects.get()), {"answer": "x"}, follow=True)
    assert "No changes were made" in text_of(answer)
    assert Problem.objects.get().resolved_at is None


def test_a_question_of_another_campaign_is_not_found(client, campaign):
    problem = ask(campaign)
    other, _ = opened_campaign("other", pairs=1)
    sign_in_lead(client, other)
    assert client.post(reverse("answer", args=["other", problem.pk]), {"answer": "x"}).status_code == 404


def test_several_reports_on_a_pair_are_resolved_together_and_its_question_waits(client, campaign):
    pair = parked_pair(campaign)
    seat = Problem.objects.get().seat
    for kind in (ProblemKind.OFFENSIVE, ProblemKind.QUESTION):
        report_problem(member=seat.annotator, seat=seat.public_id, kind=kind, note="", now=NOW)
    sign_in_lead(client, campaign)
    put_back = reverse("put-back-pair", args=["camp", pair.number])
    answer = client.post(put_back, {"reason": "it plays", "back": "problems"}, follow=True)
    assert answer.redirect_chain[0][0] == PAGE
    still_open = Problem.objects.filter(resolved_at=None)
    assert list(still_open.values_list("kind", flat=True)) == ["question"]
    again = text_of(client.post(put_back, {"reason": ""}, follow=True))
    assert "is not on hold; its last report is resolved: put back: it plays" in again


def test_withdrawing_closes_questions_too_and_the_resolved_stand_in_the_history(client, campaign):
    problem = ask(campaign)
    sign_in_lead(client, campaign)
    body = {"reason": "not for people", "back": "problems"}
    client.post(reverse("withdraw-pair", args=["camp", problem.pair.number]), body)
    assert Verdict.objects.get().kind == "withdrawn"
    page = text_of(client.get(PAGE, RESOLVED))
    assert "so the question was closed" in page  # the annotator reads this; the reason is for leads
    assert "No open reports or questions" in text_of(client.get(PAGE))


def test_a_reported_query_is_decided_at_once(client, campaign):
    parked_pair(campaign, kind=ProblemKind.QUERY)
    sign_in_lead(client, campaign)
    assert "The query itself was reported. Decide together on 3 pairs on hold" in text_of(client.get(PAGE))
    back = {"reason": "fine", "back": "problems"}
    answer = client.post(reverse("put-back-parked", args=["camp", 1]), back, follow=True)
    assert answer.redirect_chain[0][0] == PAGE
    assert not Pair.objects.filter(parked=True).exists()
    assert not Problem.objects.filter(resolved_at=None).exists()


def test_an_answered_question_on_a_decided_pair_is_offered_as_an_example(client, campaign):
    problem = ask(campaign)
    sign_in_lead(client, campaign)
    client.post(answer_to(problem), {"answer": "A 3: look at the hands."})
    assert "Make it an example" not in text_of(client.get(PAGE, RESOLVED))
    score_all([*annotators(campaign), make_member(campaign)], 3)
    settle(campaign)
    page = text_of(client.get(PAGE, RESOLVED))
    assert "Make it an example" in page
    assert '<option value="3" selected>' in page
    assert ">A 3: look at the hands.</textarea>" in page


def test_the_inbox_counts_them(client, campaign):
    parked_pair(campaign)
    ask(campaign)
    sign_in_lead(client, campaign)
    assert client.get("/c/camp/inbox/count/").json()["count"] >= 2


def test_outsiders_are_refused(client, campaign):
    assert refusals(client, campaign, PAGE) == REFUSED


def test_outsiders_answer_nothing(client, campaign):
    problem = ask(campaign)
    assert refusals(client, campaign, answer_to(problem), "post") == REFUSED


@pytest.mark.parametrize("shown", ["open", "resolved"])
@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_rows(client, rows, shown, django_assert_num_queries):
    campaign = reviewed_scene(queries=rows)
    member = make_member(campaign)
    for pair in Pair.objects.filter(rank=1):
        seat = pair.seats.create(campaign=campaign, purpose="repeat", round=1, number=1, state="held", annotator=member)
        report = report_problem(member=member, seat=seat.public_id, kind=ProblemKind.OTHER, note="", now=NOW)
        if shown == "resolved":
            Problem.objects.filter(pk=report.pk).update(resolved_at=NOW)
    sign_in_lead(client, campaign)
    with django_assert_num_queries({"open": 12, "resolved": 6}[shown]):
        client.get(PAGE, {"show": shown})
