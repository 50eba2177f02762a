import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from benchmark.models import Run
from console.management.commands.run_worker import sweep_once
from tests.benchmark.scenes import as_bytes, labelled_campaign, run_document, scored
from tests.benchmark.twin_scenes import accepted_campaign, matrix, names_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"


def run(*arguments):
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def test_a_run_is_sent_from_a_file_and_scored_by_command(tmp_path):
    campaign = labelled_campaign()
    path = tmp_path / "mine.json.gz"
    path.write_bytes(as_bytes(run_document(campaign), packed=True))
    report = json.loads(run("upload_run", "films", path, "--json"))
    assert (report["run"], report["name"]) == (1, "mine")
    assert run("score_runs") == "runs scored: 4\n"
    assert Run.objects.get(number=1).state == "scored"
    assert run("score_runs", "--renew", "films") == "runs scored: 0\n"


def test_the_embedded_worker_scores_at_its_turn(tmp_path):
    campaign = labelled_campaign()
    path = tmp_path / "mine.json"
    path.write_bytes(as_bytes(run_document(campaign)))
    run("upload_run", "films", path, "--name", "My run")
    sweep_once()
    assert Run.objects.get(name="My run").state == "scored"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "the file does not exist"),
        (b"", "mine.json: the file is empty"),
        (b'{"1": 2}', "query '1': expected a list"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path, content, message):
    labelled_campaign()
    path = tmp_path / "mine.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=message) as refused:
        run("upload_run", "films", path)
    assert "\n" not in str(refused.value)
    assert not Run.objects.exists()


def test_runs_are_shown_by_command_with_their_means_by_seed(tmp_path):
    scored(labelled_campaign(), ("mine seed 1", "mine seed 2"))
    lines = run("show_runs", "films", "--published").splitlines()
    assert lines[0] == "NDCG@20,IoU>=0.5, split all"
    assert lines[3] == "run 3, reference: similarity: 1.0000 [1.0000, 1.0000]"
    assert lines[6].startswith("mine, seeds 1, 2: ")
    assert lines[7] == "published on TVR-Ranking: system, trained on top, val, test"
    figures = json.loads(run("show_runs", "films", "--k", "10", "--iou", "0.3", "--split", "val", "--json"))
    assert (figures["measure"], figures["split"], "published" in figures) == ("NDCG@10,IoU>=0.3", "val", False)
    assert [group["seeds"] for group in figures["groups"]] == [[1, 2]]
    with pytest.raises(CommandError, match="--split: expected one of all, val, got 'test'"):
        run("show_runs", "films", "--split", "test")


def test_a_run_on_twins_is_sent_by_command_and_what_is_for_grades_says_so(tmp_path):
    campaign = accepted_campaign()
    (tmp_path / "umt.npz").write_bytes(matrix(names_of(campaign)))
    said = json.loads(run("upload_run", campaign.slug, tmp_path / "umt.npz", "--json"))
    run("score_runs")
    sent = Run.objects.get(number=said["run"])
    assert (sent.name, sent.state) == ("umt", "scored")
    with pytest.raises(CommandError, match="shows runs on graded relevance only"):
        run("show_runs", campaign.slug)
    for name in ("study_measures", "study_stability"):
        with pytest.raises(CommandError, match="runs on twins are not studied"):
            run(name, campaign.slug, "--runs", 2, 3)
