"""The pages of runs in a twins campaign."""

import pytest
from django.db import transaction
from django.urls import reverse

from benchmark.models import Run, RunKind
from benchmark.runs.services.scoring import score_due_runs
from tests.benchmark.twin_scenes import (
    accepted_campaign,
    campaign_with_twin_runs,
    matrix,
    names_of,
    sent_matrix,
    uploaded_twins,
)
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW
from tests.twins import Road, twin_campaign

pytestmark = pytest.mark.django_db


def page(client, name, campaign, *words, **query):
    return client.get(reverse(name, args=[campaign.slug, *words]), query)


def numbers(*names):
    return [Run.objects.get(name=name).number for name in names]


def test_the_runs_stand_with_the_figures_that_the_paper_prints(client):
    campaign = campaign_with_twin_runs()
    sign_in_lead(client, campaign)
    answer = page(client, "runs", campaign)
    rows = {row.run.name: row for row in answer.context["rows"]}
    assert set(rows) == {"mine", "other", "reference: random", "reference: oracle"}
    assert [value.mean for value in rows["reference: oracle"].values] == [1] * 6
    assert rows["mine"].values[2].mean > rows["other"].values[2].mean
    body = answer.content.decode()
    assert "Scored against 12 captions of 6 twins" in body
    assert body.count("Binary Accuracy</th>") == 2
    assert "UMT-Neg" not in body


def test_published_rows_stand_beside_on_request(client):
    campaign = campaign_with_twin_runs()
    sign_in_lead(client, campaign)
    body = page(client, "runs", campaign, published=1).content.decode()
    assert (
        '<td>UMT-Neg</td><td class="number">84.6</td><td class="number">46.3</td><td class="number">54.5</td>' in body
    )
    assert "arXiv 2412.19178" in body


def test_a_campaign_without_accepted_captions_says_that_runs_wait(client):
    campaign, _ = twin_campaign()
    sign_in_lead(client, campaign)
    body = page(client, "runs", campaign).content.decode()
    assert "Runs are scored once both captions of a twin are accepted" in body
    assert "A list of the names will appear here once there are labels" in body
    assert page(client, "run-sample", campaign, "videos.csv").status_code == 404
    answer = client.post(reverse("score-runs-again", args=[campaign.slug]), follow=True)
    assert "the campaign has no labels yet" in answer.content.decode()


def test_a_matrix_is_sent_by_the_form_and_scored_by_the_worker(client):
    campaign = accepted_campaign()
    pseudonym = sign_in_lead(client, campaign)
    score_due_runs(now=NOW)
    form = {"name": "Mine", "file": sent_matrix(matrix(names_of(campaign)), "deep/run<b>.npz")}
    answer = client.post(reverse("upload-run", args=[campaign.slug]), form)
    run = Run.objects.get(kind=RunKind.UPLOADED)
    assert answer["Location"] == reverse("run", args=[campaign.slug, run.number])
    assert (run.name, run.file_name, run.uploaded_by, run.state) == ("Mine", "run<b>.npz", pseudonym, "waiting")
    assert "waiting" in page(client, "run", campaign, run.number).content.decode()
    score_due_runs(now=NOW)
    body = page(client, "run", campaign, run.number).content.decode()
    assert "run&lt;b&gt;.npz" in body
    assert [body.count(f">{task}<span") for task in ("Origin", "Hard", "Binary")] == [1, 1, 1]
    assert "12 captions of 6 twins" in body


def test_a_refused_matrix_is_named_beside_the_form(client):
    campaign = accepted_campaign()
    sign_in_lead(client, campaign)
    score_due_runs(now=NOW)
    names = names_of(campaign)
    form = {"name": "Mine", "file": sent_matrix(matrix(names[:-1]))}
    answer = client.post(reverse("upload-run", args=[campaign.slug]), form)
    assert answer.status_code == 400
    refusal = f"The run was not accepted: run.npz: texts: &#x27;{names[-1]}&#x27; of the labels of arrow"
    assert refusal in answer.content.decode()
    assert client.post(reverse("upload-run", args=[campaign.slug]), {"name": "Mine"}).status_code == 400
    assert not Run.objects.filter(kind=RunKind.UPLOADED).exists()


def test_two_runs_are_compared_with_mcnemars_test(client):
    campaign = campaign_with_twin_runs()
    sign_in_lead(client, campaign)
    first, second = numbers("reference: oracle", "reference: random")
    answer = page(client, "compare-runs", campaign, a=first, b=second)
    parts = answer.context["pairing"].parts
    assert [(part.direction, part.task) for part in parts] == [
        (direction, task) for direction in ("text to video", "video to text") for task in ("Origin", "Hard", "Binary")
    ]
    binary = parts[2]
    wrong = 12 - round(12 * binary.rows[0].second)
    assert (binary.test["only_first"], binary.test["only_second"]) == (wrong, 0)
    assert binary.rows[0].difference == pytest.approx(wrong / 12)
    assert f"is right on {wrong} item" in answer.content.decode()


def test_runs_on_different_labels_or_without_scores_are_not_compared(client):
    campaign = campaign_with_twin_runs()
    sign_in_lead(client, campaign)
    uploaded_twins(campaign, "waiting")
    first, second = numbers("mine", "waiting")
    answer = client.get(reverse("compare-runs", args=[campaign.slug]), {"a": first, "b": second}, follow=True)
    assert f"The runs cannot be compared: run {second} is not scored yet." in answer.content.decode()
    assert page(client, "compare-runs", campaign, a=first, b=99).status_code == 404


def test_the_names_of_a_run_are_a_file(client):
    campaign = campaign_with_twin_runs()
    sign_in_lead(client, campaign)
    lines = page(client, "run-sample", campaign, "videos.csv").content.decode().splitlines()
    forth, back, *_ = names_of(campaign)
    assert lines[:3] == ["vid,direction,reverse", f"{forth},forward,{back}", f"{back},backward,{forth}"]
    assert len(lines) == 13
    assert page(client, "run-sample", campaign, "sample_run.json").status_code == 404


def test_only_admins_delete_a_run(client):
    campaign = campaign_with_twin_runs()
    (number,) = numbers("mine")
    address = reverse("delete-run", args=[campaign.slug, number])
    sign_in_lead(client, campaign)
    assert (
        client.post(address).status_code,
        "Delete the run" in page(client, "run", campaign, number).content.decode(),
    ) == (
        403,
        False,
    )
    sign_in_admin(client)
    assert "Delete the run" in page(client, "run", campaign, number).content.decode()
    assert client.post(address, follow=True).status_code == 200
    assert not Run.objects.filter(name="mine").exists()


def test_outsiders_and_annotators_are_refused(client):
    campaign = campaign_with_twin_runs()
    for name, words in {"runs": [], "run": [1], "compare-runs": [], "run-sample": ["videos.csv"]}.items():
        address = reverse(name, args=[campaign.slug, *words]) + "?a=1&b=2"
        with transaction.atomic():
            assert refusals(client, campaign, address) == REFUSED, name
            transaction.set_rollback(True)


@pytest.mark.parametrize("more", [0, 3])
def test_the_number_of_queries_does_not_grow_with_runs(client, more, django_assert_num_queries):
    campaign = campaign_with_twin_runs()
    for at in range(more):
        uploaded_twins(campaign, f"more {at}", matrix(names_of(campaign), seed=at))
    score_due_runs(now=NOW)
    sign_in_lead(client, campaign)
    page(client, "runs", campaign)
    first, second = numbers("mine", "other")
    for name, words, queries in (("runs", [], 8), ("run", [first], 8), ("compare-runs", [], 8)):
        with django_assert_num_queries(queries):
            assert page(client, name, campaign, *words, a=first, b=second).status_code == 200


def test_the_human_ceiling_stands_beside_binary_once_captions_were_assigned(client):
    campaign = campaign_with_twin_runs("before")
    sign_in_lead(client, campaign)
    assert "Human ceiling" not in page(client, "run", campaign, numbers("mine")[0]).content.decode()
    road = Road().judged().written().assigned(1).assigned(2)
    road.assigned(3, backward=True, right=False).written(None, "A man pulls the door").assigned(4, backward=True)
    road.assigned(5, backward=True).seen()
    score_due_runs(now=NOW)
    sign_in_lead(client, road.campaign)
    number = road.campaign.runs.get(kind=RunKind.ORACLE).number
    body = page(client, "run", road.campaign, number).content.decode()
    row = body[body.index("Human ceiling<span") :]
    assert "2 first assignments" in row
    assert '<td class="number">0.5000<span class="interval">0.095 – 0.905</span></td>' in row
    assert 'rowspan="2">Binary' in body
    assert "from text to video is 0.5000 (0.095 – 0.905)." in page(client, "runs", road.campaign).content.decode()
