import pytest
from django.core.cache import cache

from annotator.models import AskQuota
from consensus.agreement.selectors.twins import twin_agreement_of
from consensus.simulation.services.people import synthetic_annotators
from consensus.simulation.services.twin_acts import TwinPeople
from consensus.simulation.services.twin_driver import TwinSimulation
from console.campaign.selectors.twin_usual import usual_of_twins
from moments.models import Campaign
from tests.console.scenes import REFUSED, open_scene, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, make_query
from tests.marking import make_whole_video, marking_campaign
from tests.twins import Road, twin_campaign

pytestmark = pytest.mark.django_db
ADDRESS = "/c/camp/plan/"


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


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
        "8% of the questions are marked again, and 43% of the videos are watched again for this: 7.0 h",
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


def test_twins_are_planned_with_published_figures_until_there_are_answers(client):
    road = Road(twins=2, checkers=1).judged()
    sign_in_lead(client, road.campaign)
    answer = client.get("/c/arrow/plan/")
    typed = answer.context["typed"]
    assert (typed["clips"], typed["checkers"], typed["most_returns"], typed["lookalikes"]) == ("2", "1", "2", "0")
    assert (typed["twins"], typed["singles"], typed["third"], typed["returned"]) == ("62.3", "37.7", "13.8", "23.5")
    assert (typed["judge_s"], typed["write_s"], typed["assign_s"], typed["people"]) == ("15", "30", "12", "6")
    assert 'aria-current="page">Planner' in answer.content.decode()


def test_a_plan_of_twins_is_written_out(client):
    sign_in_lead(client, Road(twins=1).campaign)
    asked = (
        "clips=1000&twins=60&singles=20&third=10&returned=36&lookalikes=10&checkers=2&most_returns=1"
        "&judge_s=15&write_s=30&assign_s=12&hourly_rate=10&people=4&hours_a_day=4"
    )
    page = client.get(f"/c/arrow/plan/?{asked}").content.decode()
    for line in (
        "1,000 clips × 2 people + 10% × a third annotator (100) = 2,100; × 15 s = 8.8 h",
        "60% of the clips × 2 captions + 20% × 1 = 1,400",
        "so 432 captions are written again",
        "1,832 × 30 s = 15.3 h",
        "1.80 for each version = 2,938",
        "× 10 SGD an hour = 342.77 SGD",
    ):
        assert line in page


def test_a_plan_of_twins_that_cannot_be_is_refused(client):
    sign_in_lead(client, Road(twins=1).campaign)
    answer = client.get("/c/arrow/plan/?twins=80&singles=30")
    assert answer.status_code == 400
    assert "singles: expected at most 100 percent together with twins" in answer.content.decode()


def test_seconds_and_shares_of_twins_are_those_seen_in_enough_answers():
    campaign, _ = twin_campaign(people=0, twins=160)
    people = synthetic_annotators(campaign=campaign, count=8, now=NOW)
    TwinSimulation(campaign=campaign, people=people, seed=1, until=None, now=NOW, errs=TwinPeople()).play(
        lambda _: None
    )
    usual = usual_of_twins(campaign)
    found = twin_agreement_of(campaign)
    assert usual["third"] == f"{100 * found.ways.third_share.value:.1f}"
    assert usual["returned"] == f"{100 * found.captions.value:.1f}"
    assert usual["twins"] != "62.3"
    # Who judges takes 15 s an answer, who writes 60 s for both captions, and who assigns 12 s; pauses count a little.
    for field, seconds in (("judge_s", 15), ("write_s", 30), ("assign_s", 12)):
        assert seconds <= float(usual[field]) < 1.5 * seconds
