import pytest
from django.db import transaction
from django.urls import reverse

from benchmark.models import Run
from benchmark.runs.measures import measures_at
from benchmark.runs.samples import SAMPLES
from benchmark.runs.seeds import spread_of
from benchmark.runs.services.scoring import score_due_runs
from evaluation.metrics.measure import Measure
from evaluation.metrics.measures import MEASURES
from moments.jobs.services.leases import end_job, order_again
from moments.models import Job, JobState
from tests.benchmark.scenes import a_file, labelled_campaign, run_document, scored, uploaded
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW

pytestmark = pytest.mark.django_db


def page(client, name, campaign, *words, **query):
    return client.get(reverse(name, args=[campaign.slug, *words]), query)


def test_the_runs_stand_with_their_figures_and_plots(client):
    campaign = labelled_campaign()
    scored(campaign, ("mine", "other"))
    sign_in_lead(client, campaign)
    answer = page(client, "runs", campaign)
    rows = {row.run.name: row for row in answer.context["rows"]}
    assert set(rows) == {"mine", "other", "reference: similarity", "reference: random", "reference: oracle"}
    assert rows["mine"].values[0].mean == rows["reference: oracle"].values[0].mean == 1
    assert rows["other"].values[0].mean < 1
    body = answer.content.decode()
    assert [plot.family for plot in answer.context["plots"]] == list(measures_at(20, 0.5))
    assert "NDCG@20,IoU&gt;=0.5, mean and 95% interval of each run: " in body
    assert "8 labels of 2 queries" in body
    assert "The similarity run of an export ranks all candidates, so its scores differ." in body


def test_a_campaign_without_labels_says_that_runs_wait(client):
    campaign = labelled_campaign()
    campaign.pairs.first()
    sign_in_admin(client)
    answer = page(client, "runs", campaign)
    assert "There are no labels yet to score runs against" in answer.content.decode()
    assert answer.context["plots"] == []


def test_outsiders_and_annotators_are_refused_and_change_nothing(client):
    campaign = labelled_campaign("camp")
    (run,) = scored(campaign)
    before = list(Run.objects.order_by("pk").values())
    for name, words in {
        "runs": [],
        "run": [1],
        "compare-runs": [],
        "compare-query": [1],
        "compare-figure": ["svg"],
    }.items():
        with transaction.atomic():
            address = reverse(name, args=["camp", *words]) + "?a=1&b=2"
            assert refusals(client, campaign, address) == REFUSED, name
            transaction.set_rollback(True)
    changes = {"upload-run": [], "score-runs-again": [], "retry-run": [run.number], "delete-run": [run.number]}
    for name, words in changes.items():
        with transaction.atomic():
            assert refusals(client, campaign, reverse(name, args=["camp", *words]), "post") == REFUSED, name
            assert list(Run.objects.order_by("pk").values()) == before
            transaction.set_rollback(True)


def test_a_run_is_sent_by_the_form_and_scored_by_the_worker(client):
    campaign = labelled_campaign()
    pseudonym = sign_in_lead(client, campaign)
    form = {"name": "Mine", "file": a_file(run_document(campaign), "deep/run<b>.json")}
    answer = client.post(reverse("upload-run", args=["films"]), form)
    run = Run.objects.get()
    assert answer["Location"] == reverse("run", args=["films", run.number])
    assert (run.name, run.file_name, run.uploaded_by, run.state) == ("Mine", "run<b>.json", pseudonym, "waiting")
    assert "once the campaign has its first labels" in page(client, "run", campaign, run.number).content.decode()


def test_the_samples_upload_as_they_are_and_a_trec_run_says_what_its_documents_are(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    campaign = labelled_campaign()
    sign_in_lead(client, campaign)
    body = page(client, "runs", campaign).content.decode()
    for name in SAMPLES:
        assert f'href="{reverse("run-sample", args=["films", name])}"' in body
    files = {name: page(client, "run-sample", campaign, name).content for name in SAMPLES}
    address = reverse("upload-run", args=["films"])
    for name, content in files.items():
        form = {"name": name, "file": a_file(content, name)}
        if "pair_id" in name:
            form["documents"] = "pair_id"
        if "tvr_ranking" in name:
            form["video_corpus"] = a_file(files["video_corpus.json"])
        if name != "video_corpus.json":
            assert client.post(address, form).status_code == 302, name
    score_due_runs(now=NOW)
    runs = Run.objects.filter(kind="uploaded")
    assert [run.state for run in runs] == ["scored"] * 5
    assert len({tuple(run.scores.summary["all"]["measures"]["NDCG@20,IoU>=0.5"]) for run in runs}) == 1
    wrong = client.post(address, {"name": "x", "file": a_file(b"1 Q0 99 1 1 t\n"), "documents": "pair_id"})
    assert wrong.context["form"].non_field_errors() == [
        "run.json: none of its 1 documents is a pair_id of a known moment"
    ]
    assert client.post(address, {"name": "x", "file": a_file(b"1"), "documents": "no"}).status_code == 400
    assert page(client, "run-sample", campaign, "no.json").status_code == 404


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"1": [{"video_name": "v", "timestamp": [3, 2], "score": 1}]}, "query '1' prediction 1: end 2 is before"),
        (b'{"1": [],\n"1": []}', "run.json line 2 column 1: the key '1' appears twice"),
        (b'{"1":\n[}', "run.json line 2 column 2: not JSON"),
        (b"\xff\xfe", "run.json line 1: not UTF-8"),
        (b"\x1f\x8b\x08broken", "run.json: damaged gzip"),
        ([{"query_id": 1, "predictions": []}], "the video corpus (video_corpus.json) beside it"),
    ],
)
def test_a_wrong_file_is_refused_beside_the_form_and_leaves_nothing(client, document, reason, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    campaign = labelled_campaign()
    sign_in_lead(client, campaign)
    answer = client.post(reverse("upload-run", args=["films"]), {"name": "x", "file": a_file(document)})
    assert answer.status_code == 400
    (problem,) = answer.context["form"].non_field_errors()
    assert reason in problem
    assert str(tmp_path) not in problem
    assert not Run.objects.exists()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_form_without_file_or_with_a_name_that_is_taken_is_refused(client):
    campaign = labelled_campaign()
    uploaded(campaign, "mine")
    sign_in_lead(client, campaign)
    address = reverse("upload-run", args=["films"])
    assert client.post(address, {"name": "x"}).status_code == 400
    answer = client.post(address, {"name": "mine", "file": a_file(run_document(campaign))})
    assert answer.status_code == 400
    assert "there is already a run called" in answer.content.decode()
    assert client.post(address, {"name": "a\0b", "file": a_file({})}).status_code == 400
    assert Run.objects.count() == 1


def test_the_page_of_a_run_has_every_measure_and_the_other_treatments(client):
    campaign = labelled_campaign()
    (run,) = scored(campaign)
    sign_in_lead(client, campaign)
    answer = page(client, "run", campaign, run.number)
    assert len(answer.context["grid"]) == 9
    assert [how for how, _ in answer.context["treatments"]] == ["dropped", "lower", "upper"]
    assert run.sha256 in answer.content.decode()


def test_two_runs_are_compared_query_by_query(client):
    campaign = labelled_campaign()
    first, second = scored(campaign, ("mine", "other"))
    sign_in_lead(client, campaign)
    answer = page(client, "compare-runs", campaign, a=first.number, b=second.number, sort="query")
    assert [(row.query_id, text) for row, text in answer.context["rows"]] == [(1, "query text 1"), (2, "query text 2")]
    chosen = answer.context["chosen"]
    assert (chosen.measure, chosen.wins, chosen.losses, chosen.is_clear) == ("NDCG@20,IoU>=0.5", 2, 0, True)
    other = page(client, "compare-runs", campaign, a=second.number, b=first.number, sort="gain", family="AxIoU", k=10)
    assert other.context["measure"] == "AxIoU@10"
    assert other.context["chosen"].losses in (0, 2)


def test_the_differences_of_two_runs_are_a_file_for_papers(client):
    campaign = labelled_campaign()
    first, second = scored(campaign, ("mine", "other"))
    sign_in_lead(client, campaign)
    asked = {"a": first.number, "b": second.number, "family": "AxIoU", "k": 10}
    address = reverse("compare-figure", args=[campaign.slug, "png"])
    assert f"{address}?a={first.number}&amp;b=" in page(client, "compare-runs", campaign, **asked).content.decode()
    answer = client.get(address, asked)
    assert (answer.status_code, answer["Content-Type"], answer.content[:8]) == (200, "image/png", b"\x89PNG\r\n\x1a\n")
    assert (
        answer["Content-Disposition"] == f'attachment; filename="films-differences-{first.number}-{second.number}.png"'
    )
    assert client.get(reverse("compare-figure", args=[campaign.slug, "gif"]), asked).status_code == 404
    assert client.get(address, asked | {"split": "none"}).status_code == 404


def test_every_figure_and_table_of_runs_is_a_file_for_papers(client):
    campaign = labelled_campaign()
    first, second = scored(campaign, ("mine seed 1", "mine seed 2"))
    sign_in_lead(client, campaign)
    body = page(client, "runs", campaign, k=10, iou=0.7, published=1).content.decode()
    asked = "?split=all&amp;k=10&amp;iou=0.7&amp;published=1&amp;page=1"
    for name in ("figures/AxIoU.png", "tables/runs.tex", "tables/seeds.csv", "tables/published.csv"):
        assert f'href="/c/films/runs/{name}{asked}" download' in body

    def lines(address, **more):
        answer = client.get(f"/c/films/runs/{address}", {"k": 10, "iou": 0.7, **more})
        assert answer.status_code == 200, address
        return answer.content.decode().splitlines()

    header, *rows = lines("tables/runs.csv")
    assert header.split(",")[:2] == ["Run", "No."]
    assert [row.split(",")[:2] for row in rows][:2] == [["mine seed 2", "2"], ["mine seed 1", "1"]]
    assert len(rows) == 5
    (_, seeds) = lines("tables/seeds.csv")
    assert seeds.startswith('mine,"1, 2",')
    assert lines("tables/published.tex")[4].startswith("ReLoCLNet & NDCG@10,IoU$\\geq$0.7 & 1 & 0.0908 & 0.0916")
    assert len(lines(f"{first.number}/measures.csv")) == 10
    assert lines("figures/NDCG.svg")[0].startswith("<svg xmlns=")
    pair = {"a": first.number, "b": second.number, "family": "AxIoU"}
    assert len(lines("compare/tables/measures.csv", **pair)) == 1 + len(first.scores.measures)
    assert lines("compare/tables/queries.csv", **pair)[0] == "Query,Text,mine seed 1,mine seed 2,Difference"
    for wrong in ("figures/No.svg", "figures/NDCG.gif", "tables/no.csv", "tables/runs.html", "99/measures.csv"):
        assert client.get(f"/c/films/runs/{wrong}").status_code == 404, wrong


def test_runs_against_different_labels_are_not_compared(client):
    campaign = labelled_campaign()
    first, second = scored(campaign, ("mine", "other"))
    order_again(jobs=Job.objects.filter(run=second.pk), now=NOW)
    second.scores.delete()
    sign_in_lead(client, campaign)
    answer = client.get(reverse("compare-runs", args=["films"]), {"a": first.number, "b": second.number}, follow=True)
    assert "is not scored yet" in answer.content.decode()
    figure = page(client, "compare-figure", campaign, "svg", a=first.number, b=second.number)
    assert (figure.status_code, figure["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert "is not scored yet" in figure.content.decode()


def test_a_run_that_failed_shows_its_whole_reason(client):
    campaign = labelled_campaign()
    (good,) = scored(campaign)
    failed = uploaded(campaign, "failed")
    reason = "run.json query '1' prediction 7: " + "a long reason " * 20
    end_job(job=failed.job, state=JobState.FAILED, now=NOW, reason=reason.strip())
    sign_in_lead(client, campaign)
    assert f">Not scored: {reason.strip()}.<".replace("'", "&#x27;") in page(client, "runs", campaign).content.decode()
    one = client.get(reverse("run", args=["films", failed.number])).content.decode()
    assert "The run was not scored: run.json query" in one
    for name, words in {"compare-runs": [], "compare-query": [1]}.items():
        address = reverse(name, args=["films", *words])
        answer = client.get(address, {"a": failed.number, "b": good.number}, follow=True)
        shown = [str(message) for message in answer.context["messages"]]
        assert shown == [f"The runs cannot be compared: run {failed.number} failed: {reason.strip()}."], name


def test_a_cancelled_run_is_called_so(client):
    campaign = labelled_campaign()
    run = uploaded(campaign, "unwanted")
    end_job(job=run.job, state=JobState.CANCELLED, now=NOW, reason="cancelled by L1")
    sign_in_lead(client, campaign)
    assert '<span class="tag">cancelled</span>' in page(client, "runs", campaign).content.decode()
    one = client.get(reverse("run", args=["films", run.number])).content.decode()
    assert '<p class="message given-text" role="status">The run was not scored: cancelled by L1.</p>' in one


def test_a_query_shows_labels_and_answers_with_clips(client):
    campaign = labelled_campaign()
    first, second = scored(campaign, ("mine", "other"))
    sign_in_lead(client, campaign)
    answer = page(client, "compare-query", campaign, 1, a=first.number, b=second.number)
    sheet = answer.context["sheet"]
    assert [row.relevance for row in sheet.truths] == [3, 2, 1, 0]
    assert [(row.taken, row.near, row.overlap) for row in sheet.runs[0].rows] == [
        (3, 3, 1), (2, 2, 1), (1, 1, 1), (None, 0, 1)]  # fmt: skip
    assert [row.nearest.pk for row in sheet.runs[0].rows] == [row.moment.pk for row in sheet.truths]
    assert all(row.clip for row in sheet.truths)
    assert [row.taken for row in sheet.runs[1].rows] == [None, 1, 2, 3]
    alone = page(client, "compare-query", campaign, 1, a=first.number)
    assert len(alone.context["sheet"].runs) == 1


NO_PAIRS = ({}, {"a": "1"}, {"a": "x", "b": "1"}, {"a": "99", "b": "1"}, {"a": "9" * 40, "b": "1"})


def test_what_cannot_be_compared_is_not_found(client):
    campaign = labelled_campaign()
    scored(campaign, ("mine", "other"))
    sign_in_lead(client, campaign)
    for query in (*NO_PAIRS, {"a": "1", "b": "2", "split": "nothing"}):
        assert page(client, "compare-runs", campaign, **query).status_code == 404, query


def test_numbers_that_no_run_has_are_not_found(client):
    campaign = labelled_campaign()
    scored(campaign)
    sign_in_lead(client, campaign)
    assert page(client, "run", campaign, 10**30).status_code == 404
    assert page(client, "compare-query", campaign, 77, a=1).status_code == 404
    assert page(client, "compare-query", campaign, 10**30, a=1).status_code == 404


def test_only_admins_delete_a_run(client):
    campaign = labelled_campaign()
    (run,) = scored(campaign)
    address = reverse("delete-run", args=["films", run.number])
    sign_in_lead(client, campaign)
    assert client.post(address).status_code == 403
    sign_in_admin(client)
    assert client.post(address)["Location"] == reverse("runs", args=["films"])
    assert not Run.objects.filter(pk=run.pk).exists()


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize(("name", "queries"), [("runs", 8), ("run", 7), ("compare-runs", 9)])
def test_the_number_of_queries_does_not_grow_with_runs(client, name, queries, runs, django_assert_num_queries):
    campaign = labelled_campaign(queries=runs)
    made = scored(campaign, tuple(f"run {number}" for number in range(runs)))
    sign_in_lead(client, campaign)
    words = [made[0].number] if name == "run" else []
    with django_assert_num_queries(queries):
        assert page(client, name, campaign, *words, a=1, b=2).status_code == 200


@pytest.mark.parametrize("pairs", [1, 3])
def test_the_number_of_queries_does_not_grow_with_moments(client, pairs, django_assert_num_queries):
    campaign = labelled_campaign(pairs=pairs)
    first, second = scored(campaign, ("mine", "other"))
    sign_in_lead(client, campaign)
    with django_assert_num_queries(17):
        assert page(client, "compare-query", campaign, 1, a=first.number, b=second.number).status_code == 200


@pytest.fixture
def toy_measure(monkeypatch):
    toy = Measure("First", "The best IoU of the first prediction.", (), lambda ranked, k: ranked.best_iou[:, 0])
    monkeypatch.setitem(MEASURES, toy.name, toy)


def test_one_more_measure_is_scored_and_stands_on_every_page(client, toy_measure):
    campaign = labelled_campaign()
    first, second = scored(campaign, ("mine", "other"))
    sign_in_lead(client, campaign)
    listed = page(client, "runs", campaign)
    assert [plot.family for plot in listed.context["plots"]] == list(measures_at(20, 0.5))
    assert listed.context["plots"][-1].family == "First"
    assert [row.values[-1].mean for row in listed.context["rows"] if row.run.pk == first.pk] == [1]
    assert '<th class="number" scope="col">First</th>' in page(client, "run", campaign, 1).content.decode()
    compared = page(client, "compare-runs", campaign, a=first.number, b=second.number, family="First")
    assert compared.context["chosen"].measure == "First"
    rest = client.get(f"/api/v1/campaigns/{campaign.slug}/runs/compare/", {"a": 1, "b": 2, "measure": "First"}).json()
    assert (len(rest["per_query"]), list(rest["measures"])[-1]) == (2, "First")


def test_runs_that_were_scored_before_a_measure_came_are_compared_without_it(client, request):
    campaign = labelled_campaign()
    first, second = scored(campaign, ("mine", "other"))
    request.getfixturevalue("toy_measure")
    sign_in_lead(client, campaign)
    compared = page(client, "compare-runs", campaign, a=first.number, b=second.number, family="First")
    assert (compared.context["measure"], "First" in compared.context["families"]) == ("NDCG@20,IoU>=0.5", False)
    sheet = page(client, "compare-query", campaign, 1, a=first.number, family="First").context["sheet"]
    assert [run.value for run in sheet.runs] == [None]


def test_runs_by_seed_stand_with_mean_and_standard_deviation(client):
    campaign = labelled_campaign()
    scored(campaign, ("mine seed 1", "Mine seed 2", "mine", "other seed 1"))
    sign_in_lead(client, campaign)
    answer = page(client, "runs", campaign)
    (found,) = answer.context["groups"]
    group, spreads = found
    values = [row.values[0].mean for row in answer.context["rows"] if row.run.name.lower().startswith("mine seed")]
    assert (group.system, group.seeds) == ("mine", [1, 2])
    assert spreads[0] == spread_of(values[::-1])
    assert f"± {spreads[0].deviation:.4f}" in answer.content.decode()


def test_published_results_stand_only_where_they_are_asked_for(client):
    campaign = labelled_campaign()
    (run,) = scored(campaign)
    sign_in_lead(client, campaign)
    assert "Published results of TVR-Ranking</h2>" not in page(client, "runs", campaign).content.decode()
    body = page(client, "runs", campaign, published="1", k="20", iou="0.3").content.decode()
    assert "Published results of TVR-Ranking</h2>" in body
    assert "<td>CONQUER</td>" in body
    assert "0b9cf42" in body
    assert "We could not verify which version is right" in body
    assert f"/runs/{run.number}/?published=1" in body
    own = page(client, "run", campaign, run.number).content.decode()
    assert "The similarity order of the same labels reaches NDCG@20,IoU&gt;=0.5 = <strong>1.0000</strong>" in own
    assert "0.838" not in own
    asked = page(client, "run", campaign, run.number, published="1").content.decode()
    assert "0.838 at K = 20" in asked
    assert "Use them for comparison only." in asked


def test_the_similarity_order_of_other_labels_is_not_shown(client):
    campaign = labelled_campaign()
    (run,) = scored(campaign)
    Run.objects.get(kind="similarity").scores.delete()
    sign_in_lead(client, campaign)
    answer = page(client, "run", campaign, run.number)
    assert answer.context["order"] is None
    assert "similarity order" not in answer.content.decode().lower()
