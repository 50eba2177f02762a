import pytest

from annotator.models import Exam
from tests.console.exam.scenes import exam_campaign
from tests.console.scenes import sign_in_lead
from tests.factories import make_campaign, make_query

pytestmark = pytest.mark.django_db
MAKE = "/c/camp/exam/make/"
TERMS = {
    "how": "draw",
    "queries": "2",
    "depth": "3",
    "seed": "5",
    "pairs": "",
    "truth_kind": "cohort",
    "items_a_sitting": "",
    "takers_to_freeze": "3",
    "sittings_allowed": "2",
    "tolerance": "",
    "most_misalignment": "20",
    "least_kappa": "0.4",
}


@pytest.fixture
def campaign():
    return exam_campaign(queries=3)


def text_of(response) -> str:
    return response.content.decode()


def numbers_of(exam: Exam) -> list[int]:
    return list(exam.items.order_by("pair__number").values_list("pair__number", flat=True))


def test_a_draw_makes_a_draft_of_the_terms(client, campaign):
    sign_in_lead(client, campaign)
    answer = client.post(MAKE, TERMS, follow=True)
    assert "Exam 1 is a draft with 6 pairs. Only leads can see it" in text_of(answer)
    assert "at most 20% of the first answers missed, quadratic kappa at least 0.4" in text_of(answer)
    exam = Exam.objects.get()
    assert (exam.state, exam.items_a_sitting, exam.tolerance, exam.seed) == ("draft", 6, 1, 5)
    assert (exam.most_misalignment, exam.least_kappa, exam.sittings_allowed) == (0.2, 0.4, 2)


def test_the_same_seed_draws_the_same_pairs(client, campaign):
    sign_in_lead(client, campaign)
    for _ in range(2):
        client.post(MAKE, TERMS | {"queries": "1"})
    first, second = Exam.objects.order_by("number")
    assert numbers_of(first) == numbers_of(second)


def test_pairs_are_picked_by_number_and_range(client, campaign):
    sign_in_lead(client, campaign)
    page = text_of(client.get(MAKE))
    assert "somebody" in page  # a caption of the split, to pick by
    client.post(MAKE, TERMS | {"how": "pick", "pairs": "9-11, 2 2", "items_a_sitting": "2", "takers_to_freeze": "2"})
    assert numbers_of(Exam.objects.get()) == [2, 9, 10, 11]


@pytest.mark.parametrize(
    ("wrong", "status", "word"),
    [
        ({"queries": "4"}, 409, "3 queries of the exam split have 3 usable pairs, but 4 are needed"),
        ({"queries": "0"}, 400, "greater than or equal to 1"),
        ({"seed": "-1"}, 400, "greater than or equal to 0"),
        ({"most_misalignment": "120"}, 400, "less than or equal to 100"),
        ({"least_kappa": "nan"}, 400, "Enter a number"),
        ({"truth_kind": "oracle"}, 400, "Select a valid choice"),
        ({"how": "pick", "pairs": ""}, 400, "Enter the pairs that you pick"),
        ({"how": "pick", "pairs": "1, two"}, 400, "expected numbers and ranges such as 101-110"),
        ({"how": "pick", "pairs": "5-1"}, 400, "5-1 is not a range"),
        ({"how": "pick", "pairs": "1-99999999999999999"}, 400, "is not a range"),
        ({"how": "pick", "pairs": "99"}, 409, "99 is not a pair of the campaign"),
        ({"items_a_sitting": "7"}, 409, "items_a_sitting: expected 1 to 6, got 7"),
        ({"items_a_sitting": "1"}, 409, "cannot cover all 6 pairs"),
    ],
)
def test_terms_that_cannot_be_are_named_and_kept_in_the_form(client, campaign, wrong, status, word):
    sign_in_lead(client, campaign)
    answer = client.post(MAKE, TERMS | wrong)
    assert answer.status_code == status
    assert word.replace("'", "&#x27;") in text_of(answer)
    assert 'value="0.4"' in text_of(answer) or "least_kappa" in wrong
    assert not Exam.objects.exists()


def test_pairs_of_val_are_not_to_be_had(client, campaign):
    query = make_query(campaign, pairs=2)
    sign_in_lead(client, campaign)
    number = query.pairs.first().number
    answer = client.post(MAKE, TERMS | {"how": "pick", "pairs": str(number)})
    assert f"{number} belongs to a query of the val split" in text_of(answer)
    assert query.text not in text_of(client.get(MAKE))


def test_an_empty_exam_split_leads_to_the_pages_that_fill_it(client):
    campaign = make_campaign("camp")
    sign_in_lead(client, campaign)
    page = client.get(MAKE).content.decode()
    for step in ("queries/?split=exam&amp;count=10", "candidates/", "clips/"):
        assert f'href="/c/camp/corpus/{step}"' in page


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_rows(client, rows, django_assert_num_queries):
    campaign = exam_campaign(queries=rows)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(10):
        client.get(MAKE)


@pytest.mark.parametrize(("there", "preset"), [(0, 10), (3, 3), (12, 10)])
def test_no_more_queries_are_preset_than_there_are(client, there, preset):
    sign_in_lead(client, exam_campaign(queries=there, pairs=1))
    assert client.get(MAKE).context["form"]["queries"].value() == preset
