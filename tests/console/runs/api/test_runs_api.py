import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from benchmark.models import Run
from benchmark.runs.services.scoring import score_due_runs
from config.uploads import LARGEST_REQUEST_BYTES
from tests.benchmark.scenes import a_file, as_bytes, labelled_campaign, run_document, scored
from tests.factories import NOW, make_admin, make_lead, make_member

pytestmark = pytest.mark.django_db
RUNS = "/api/v1/campaigns/films/runs/"


@pytest.fixture
def lead(client):
    campaign = labelled_campaign()
    client.force_login(make_lead(campaign).user)
    return campaign


def test_a_run_is_sent_scored_and_read(client, lead):
    packed = SimpleUploadedFile("run.json.gz", as_bytes(run_document(lead), packed=True))
    answer = client.post(RUNS, {"name": "mine", "file": packed})
    assert answer.status_code == 201
    data = answer.json()
    assert (data["number"], data["state"], data["kind"], data["labels"]) == (1, "waiting", "uploaded", None)
    score_due_runs(now=NOW)
    read = client.get(f"{RUNS}1/").json()
    assert (read["state"], read["labels"]["labels"], read["splits"]["val"]["queries"]) == ("scored", 8, 2)
    assert read["splits"]["all"]["measures"]["NDCG@10,IoU>=0.7"] == {"mean": 1, "low": 1, "high": 1}
    assert read["counts"]["predictions"] == 8
    listed = client.get(RUNS).json()
    assert listed["labels"]["queries"] == 2
    assert [run["name"] for run in listed["runs"]] == [
        "mine", "reference: similarity", "reference: random", "reference: oracle"]  # fmt: skip


def test_two_runs_are_compared(client, lead):
    scored(lead, ("mine", "other"))
    data = client.get(f"{RUNS}compare/", {"a": 1, "b": 2, "measure": "NDCG@20,IoU>=0.5"}).json()
    found = data["measures"]["NDCG@20,IoU>=0.5"]
    assert (data["queries"], found["wins"], found["losses"], found["first"]) == (2, 2, 0, 1)
    assert found["low"] <= found["difference"] <= found["high"]
    assert [row["query_id"] for row in data["per_query"]] == [1, 2]
    assert client.get(f"{RUNS}compare/", {"a": 1, "b": 2}).json()["per_query"] == []


@pytest.mark.parametrize(
    ("query", "status"),
    [({}, 400), ({"a": "x", "b": 2}, 400), ({"a": 1, "b": 99}, 404), ({"a": 1, "b": 2, "measure": "none"}, 400),
     ({"a": 1, "b": 2, "split": "none"}, 404), ({"a": "1" * 40, "b": 2}, 400)],
)  # fmt: skip
def test_a_comparison_of_what_is_not_there_is_refused(client, lead, query, status):
    scored(lead, ("mine", "other"))
    assert client.get(f"{RUNS}compare/", query).status_code == status


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"name": "x"}, "file"),
        ({"file": b'{"1": [NaN]}'}, "name"),
        ({"name": "x", "file": b'{"1": [NaN]}'}, "run.json line 1 column 8: contains NaN"),
        ({"name": "x", "file": b'{"1": [{"video_name": "a", "timestamp": [0, 1], "score": 1e999}]}'}, "got inf"),
        ({"name": "x", "file": b'{"1": [{"video_name": "a", "timestamp": [-1, 1], "score": 1}]}'}, "is negative"),
        ({"name": "x", "file": b'{"1": 3}'}, "expected a list of predictions"),
        ({"name": "x", "file": b""}, "empty"),
    ],
)
def test_a_wrong_run_is_refused_by_name_and_place(client, lead, form, reason):
    given = {**form, "file": a_file(form["file"])} if "file" in form else form
    answer = client.post(RUNS, given)
    assert answer.status_code == 400
    assert reason in answer.content.decode()
    assert not Run.objects.exists()


def test_another_media_type_and_a_broken_body_are_the_senders_fault(client, lead):
    assert client.post(RUNS, {"name": "x"}, content_type="application/json").status_code == 415
    broken = client.generic("POST", RUNS, b"--x\r\nno end", content_type="multipart/form-data; boundary=x")
    assert broken.status_code == 400
    assert client.generic("POST", RUNS, b"x", content_type="multipart/form-data").status_code == 400


def test_a_request_that_is_too_long_is_refused_before_it_is_read(client, lead):
    length = {"CONTENT_LENGTH": str(LARGEST_REQUEST_BYTES + 1)}
    kind = "multipart/form-data; boundary=x"
    assert client.generic("POST", RUNS, b"--x--\r\n", content_type=kind, **length).status_code == 400
    page = client.generic("POST", "/c/films/runs/upload/", b"--x--\r\n", content_type=kind, **length)
    assert page.status_code == 400


def test_annotators_get_nothing_and_only_admins_delete(client, lead):
    scored(lead)
    assert client.delete(f"{RUNS}1/").status_code == 403
    client.force_login(make_member(lead).user)
    for path in ("", "1/", "compare/?a=1&b=2"):
        assert client.get(f"{RUNS}{path}").status_code == 403
    assert client.post(RUNS, {"name": "x", "file": a_file(run_document(lead))}).status_code == 403
    client.force_login(make_admin())
    assert client.delete(f"{RUNS}1/").status_code == 204
    assert client.get(f"{RUNS}1/").status_code == 404
    number = Run.objects.get(kind="oracle").number
    assert client.delete(f"{RUNS}{number}/").status_code == 400


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize(("path", "queries"), [("", 6), ("1/", 5), ("compare/?a=1&b=2", 8)])
def test_the_number_of_queries_does_not_grow_with_runs(client, path, queries, runs, django_assert_num_queries):
    campaign = labelled_campaign(queries=runs)
    scored(campaign, tuple(f"run {number}" for number in range(runs)))
    client.force_login(make_lead(campaign).user)
    with django_assert_num_queries(queries):
        assert client.get(f"{RUNS}{path}").status_code == 200


def test_means_by_seed_the_similarity_order_and_published_rows_are_read(client, lead):
    scored(lead, ("mine seed 1", "mine seed 2"))
    data = client.get(RUNS).json()
    assert data["published"] is None
    (group,) = data["groups"]
    assert (group["system"], group["seeds"], group["runs"]) == ("mine", [1, 2], [1, 2])
    assert group["splits"]["val"]["NDCG@20,IoU>=0.5"]["runs"] == 2
    published = client.get(RUNS, {"published": "true"}).json()["published"]
    assert published["similarity_order"] == {"NDCG@10": 0.785, "NDCG@20": 0.838, "NDCG@40": 0.905}
    assert len(published["rows"]) == 45
    order = client.get(f"{RUNS}1/").json()["similarity_order"]
    assert order["all"]["NDCG@20,IoU>=0.5"] == {"mean": 1, "low": 1, "high": 1}
