import csv
import io

import pytest

from annotator.exam.selectors.report import exam_report
from annotator.exam.services.exams import drop_item
from annotator.exam.services.making import set_truth
from annotator.models import Score, User
from annotator.statistics.bootstrap import Resampling
from consensus.people.services.leaving import leave_study
from moments.models import Query
from tests.console.exam.scenes import LATER, answer_all, drafted, exam_campaign, frozen, opened, taken_by
from tests.console.scenes import sign_in_lead

pytestmark = pytest.mark.django_db
PAGE = "/c/camp/exam/report/"
CSV = "/c/camp/exam/report/csv/"
POINT_ONLY = Resampling(0)
COHORT = ([4, 3, 2, 1], [4, 2, 2, 1], [1, 3, 2, 3])  # the medians are 4, 3, 2, 1


@pytest.fixture
def campaign():
    return exam_campaign()


def text_of(response) -> str:
    return response.content.decode()


def table_of(client, of: str) -> list[dict[str, str]]:
    answer = client.get(CSV, {"of": of})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(text_of(answer))))


def test_first_and_final_answers_are_distinguished(campaign):
    exam, (_, _, third) = frozen(campaign, *COHORT)
    answer_all(third, [4, 3, 2, 3], now=LATER)  # one of the two misses is missed again
    found = exam_report(exam, resampling=POINT_ONLY)
    row = next(row for row in found.people if row.sitting.member == third)
    assert (row.figures.misalignment.value, row.figures.final.quadratic.value) == (0.5, None)
    answer_all(third, [4, 3, 2, 1], now=LATER)
    found = exam_report(exam, resampling=POINT_ONLY)
    row = next(row for row in found.people if row.sitting.member == third)
    assert row.sitting.state == "passed"
    assert (row.figures.misalignment.value, row.figures.final.quadratic.value) == (0.5, 1.0)
    assert found.cohort.misalignment.value == pytest.approx(0.5 / 3)
    assert found.cohort.final.people == 3


def test_the_pairs_that_split_people_most_stand_first_with_truth_and_misses(campaign):
    exam, _ = frozen(campaign, *COHORT)
    rows = exam_report(exam, resampling=POINT_ONLY).items
    assert [(row.item.pair.rank, row.item.truth, row.figures.missed) for row in rows] == [
        (1, 4, 1),
        (4, 1, 1),
        (2, 3, 0),
        (3, 2, 0),
    ]
    assert rows[0].figures.counts == (0, 1, 0, 0, 2)
    assert rows[0].figures.spread == 2


def test_dropped_pairs_are_in_no_figure(campaign):
    exam, (first, _, third) = frozen(campaign, *COHORT)
    for rank in (1, 4):
        drop_item(item=exam.items.get(pair__rank=rank), now=LATER, actor="t", reason="two films")
    found = exam_report(exam, resampling=POINT_ONLY)
    assert found.cohort.misalignment.value == 0
    assert [row.item.pair.rank for row in found.items] == [2, 3]
    assert {row.figures.answered for row in found.people} == {2}


def test_before_the_truth_people_are_compared_with_each_other_alone(client, campaign):
    opened(campaign)
    taken_by(campaign, [4, 3, 2, 1])
    taken_by(campaign, [4, 2, 2, 0])
    sign_in_lead(client, campaign)
    answer = client.get(PAGE)
    assert "The truth is not frozen" in text_of(answer)
    cohort = answer.context["report"].cohort
    assert cohort.first.with_truth.unweighted.value is None
    assert cohort.first.pairwise.unweighted.value is not None


def test_the_page_shows_figures_plots_and_tables(client, campaign):
    _, (first, _, third) = frozen(campaign, *COHORT)
    sign_in_lead(client, campaign)
    page = text_of(client.get(PAGE))
    assert "3 people have finished their first answers. 2 passed and have final answers" in page
    assert "Missed the truth, first answers" in page
    assert page.count('<svg class="plot"') == 3
    assert f"{third.pseudonym} 50%" in page  # the plot in words
    assert "0 gave 0, 1 gave 1, 0 gave 2, 0 gave 3, 2 gave 4" in page
    assert first.user.username in page
    assert "no final answers: the sitting was not passed" in page
    assert text_of(client.get(PAGE, {"show": "misses"})).index('id="pair-1"') > 0


def test_who_has_left_stands_under_the_pseudonym_alone(client, campaign):
    _, (first, second, _) = frozen(campaign, *COHORT)
    gone = leave_study(user=first.user, now=LATER)
    sign_in_lead(client, campaign)
    for address in (PAGE, "/c/camp/exam/", "/c/camp/people/", CSV):
        page = b"".join(client.get(address)).decode()
        assert (gone in page, first.pseudonym in page, second.user.username in page) == (False, True, True)
    for address in (PAGE, "/c/camp/exam/"):
        assert f'{first.pseudonym}</span> <span class="tag">left</span>' in text_of(client.get(address))
    assert f">{first.pseudonym}<" not in text_of(client.get("/c/camp/people/", {"find": gone}))


def test_one_person_and_one_pair_break_nothing(client):
    campaign = exam_campaign(pairs=1)
    frozen(campaign, [3], depth=1)
    sign_in_lead(client, campaign)
    page = text_of(client.get(PAGE))
    assert "only one unit was scored by two raters" in page
    assert "nan" not in page
    assert len(table_of(client, "people")) == 1


def test_an_exam_that_nobody_took_has_nothing_to_report(client, campaign):
    sign_in_lead(client, campaign)
    assert client.get(PAGE)["Location"] == "/c/camp/exam/"
    assert client.get(CSV).status_code == 400
    drafted(campaign)
    assert "Nothing to report yet" in text_of(client.get(PAGE))
    assert table_of(client, "people") == []
    assert client.get(PAGE, {"exam": "7"}).status_code == 404
    assert client.get(CSV, {"of": "everything"}).status_code == 400


def test_the_files_hold_everything_with_numbers_and_no_formulas(client, campaign):
    Query.objects.update(text="=SUM(A1:A9)")
    exam, (_, _, third) = frozen(campaign, *COHORT)
    Score.objects.filter(seat__attempt=1).update(shown_ms=1500)
    User.objects.filter(pk=third.user_id).update(username="-plus")
    set_truth(item=exam.items.get(pair__rank=1), doubtful=True, now=LATER, actor="t")
    sign_in_lead(client, campaign)
    people = {row["worker"]: row for row in table_of(client, "people")}
    row = people[third.pseudonym]
    assert (row["misalignment_value"], row["severity_value"], row["worker_id"]) == ("0.5000", "-0.2500", "'-plus")
    assert (row["truth_4_given_1"], row["truth_1_given_3"], row["median_seconds"]) == ("1", "1", "1.5000")
    assert row["kappa_final_why_none"] == "no final answers: the sitting was not passed"
    pairs = table_of(client, "pairs")
    assert (pairs[0]["query"], pairs[0]["doubtful"], pairs[0]["missed_share"]) == ("'=SUM(A1:A9)", "yes", "0.3333")
    cohort = {(row["measure"], row["answers"]): row for row in table_of(client, "cohort")}
    assert cohort["misalignment", "first"]["value"] == "0.1667"
    assert {answers for _, answers in cohort} == {"first", "final"}


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_people_and_pairs(client, rows, django_assert_num_queries):
    campaign = exam_campaign(pairs=rows + 1)
    frozen(campaign, *[[4, 3, 2, 1][: rows + 1]] * rows, depth=rows + 1)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(13):
        client.get(PAGE)
