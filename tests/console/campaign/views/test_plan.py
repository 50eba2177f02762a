import pytest

from annotator.models import AskQuota
from moments.models import Campaign
from tests.console.scenes import REFUSED, open_scene, refusals, sign_in_admin, sign_in_lead
from tests.factories import make_campaign, make_query
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
ADDRESS = "/c/camp/plan/"


def test_a_draft_is_planned_with_what_it_says_and_the_published_rates(client):
    campaign = make_campaign("camp")
    Campaign.objects.update(hourly_rate=14)
    for split in ("val", "test", "exam"):
        make_query(campaign, pairs=1, split=split)
    sign_in_admin(client)
    page = client.get(ADDRESS)
    typed = page.context["typed"]
    assert (typed["queries"], typed["people"], typed["batch_size"]) == ("2", "10", "20")
    assert (typed["escalation"], typed["extension"], typed["label_s"], typed["hourly_rate"]) == (
        "18",
        "47",
        "19",
        "14.00",
    )


def test_a_plan_is_reckoned_with_its_arithmetic_written_out(client):
    sign_in_lead(client, open_scene())
    asked = "queries=10&batch_size=20&escalation=10&extension=50&label_s=30&hourly_rate=12&people=4&hours_a_day=0.5"
    page = client.get(f"{ADDRESS}?{asked}").content.decode()
    for line in (
        "10 queries × 20 = 200 pairs",
        "200 × 50% = 100 pairs; 300 in total",
        "300 pairs × 2 people = 600 seats",
        "300 pairs × 10% × 2 people = 60 seats; 660 in total",
        "660 × 30 s ÷ 3,600 = 5.5 h",
        "× 12 SGD an hour = 66.00 SGD",
        "5.5 h ÷ (4 people × 0.5 h a day) = 3",
    ):
        assert line in page


@pytest.mark.parametrize("asked", [{}, {"hourly_rate": ""}, {"hourly_rate": "0"}])
def test_without_a_rate_no_cost_is_named(client, asked):
    make_campaign("camp")
    sign_in_admin(client)
    answer = client.get(ADDRESS, asked)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "no hourly rate set</span>" in page
    assert "Cost: unknown, because no hourly rate is set." in page
    assert "0.00" not in page


def test_counts_of_a_large_plan_have_commas(client):
    make_campaign("camp")
    sign_in_admin(client)
    page = client.get(ADDRESS, {"queries": "3281", "people": "23", "hourly_rate": "14"}).content.decode()
    assert "3,281 queries × 20 = 65,620 pairs" in page
    assert "227,648 × 19 s ÷ 3,600 = 1,201.5 h" in page
    assert "<dd>16,820.66 SGD</dd>" in page
    assert 'name="queries" required value="3281"' in page


@pytest.mark.parametrize(
    ("field", "typed", "problem"),
    [
        ("queries", "0", "queries: expected 1 to"),
        ("queries", "2.5", "queries: expected a whole number"),
        ("queries", "", "queries: expected a number"),
        ("people", "3", "people: expected 4 to"),
        ("batch_size", "1e9", "batch_size: expected 1 to"),
        ("batch_size", "1e999999", "batch_size: expected a number"),
        ("escalation", "101", "escalation: expected 0 to 100 percent"),
        ("extension", "-1", "extension: expected 0 to 100 percent"),
        ("label_s", "nan", "label_s: expected a number"),
        ("label_s", "0", "label_s: expected 0.1 to"),
        ("hourly_rate", "Infinity", "hourly_rate: expected a number"),
        ("hours_a_day", "25", "hours_a_day: expected 0.1 to 24"),
    ],
)
def test_bad_input_is_named_and_kept(client, field, typed, problem):
    make_campaign("camp")
    sign_in_admin(client)
    answer = client.get(ADDRESS, {field: typed})
    assert answer.status_code == 400
    assert problem in answer.content.decode()
    assert answer.context["typed"][field] == typed


def test_others_are_refused(client):
    assert refusals(client, open_scene(), ADDRESS) == REFUSED


def test_a_campaign_that_marks_is_planned_with_its_videos_quotas_and_what_was_simulated(client):
    campaign, _ = marking_campaign("camp")
    make_whole_video(campaign, "long", duration_s=5400)
    sign_in_admin(client)
    typed = client.get(ADDRESS).context["typed"]
    assert [typed[name] for name in ("videos", "video_hours", "questions", "people", "speed")] == [
        "2",
        "1.517",
        "68",
        "3",
        "3",
    ]
    AskQuota.objects.create(campaign=campaign, domain="sports", task="ms", wanted=90)
    assert client.get(ADDRESS).context["typed"]["questions"] == "90"


def test_a_plan_of_marking_writes_its_arithmetic_out(client):
    marking_campaign("camp")
    sign_in_admin(client)
    asked = (
        "videos=268&video_hours=39.9&questions=1800&people=23&hours_a_day=4&hourly_rate=14&speed=3&question_s=60"
        "&search_s=10&segments=1.4&segment_s=8&pieces=0.9&piece_s=19&returned=8"
    )
    page = client.get(f"{ADDRESS}?{asked}").content.decode()
    for line in (
        "39.9 h ÷ 3 = 13.3 h",
        "13.3 h + 1,800 questions × (60 s to write + 10 s to look + 1.4 × 8 s) = 53.9 h",
        "13.3 h + 1,800 questions × (10 s + 1.4 × 8 s) = 23.9 h",
        "8% of the questions are marked again, and 43% of the videos are watched again for it: 7.0 h",
        "1,800 questions × 0.9 pieces × 19 s = 8.6 h",
        "<dd>93.3 h</dd>",
        "2.3 person-hours for each hour of video",
        "93.3 h ÷ (23 people × 4 h a day) = 2, rounded up",
    ):
        assert line in page


def test_a_plan_of_marking_names_the_field_that_is_wrong(client):
    marking_campaign("camp")
    sign_in_admin(client)
    answer = client.get(ADDRESS, {"speed": "0", "questions": "7"})
    assert answer.status_code == 400
    assert "The plan was not calculated: speed: expected 0.1 to 16, got 0." in answer.content.decode()
    assert 'name="questions" required value="7"' in answer.content.decode()
