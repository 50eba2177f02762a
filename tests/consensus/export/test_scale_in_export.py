"""What follows a campaign's scale beyond the desk: simulation, report, agreement, what-if, exports and measures."""

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmark.runs.services.scoring import score_due_runs
from benchmark.snapshots.services import renew_labels
from consensus.export.services.exporting import export_labels
from consensus.models import Verdict
from consensus.report.selectors.counts import report_counts
from consensus.report.services.reporting import sections_of
from consensus.simulation.model import published_model
from consensus.simulation.noise import NoiseModel
from consensus.simulation.services.driver import Simulation
from evaluation.scale import Scale
from moments.protocol import Protocol
from moments.scale import BINARY, PUBLISHED
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, opened_campaign, score_all, settle

SEVEN = (
    *PUBLISHED,
    replace(PUBLISHED[4], relevance=5, name="Rich | full", gain=20.0, colour="#ffffff"),
    replace(PUBLISHED[4], relevance=6, name="מושלם", gain=40.0),
)


@pytest.fixture
def seven(db):
    campaign, members = opened_campaign(pairs=7, levels=SEVEN)
    score_all(members, lambda pair, member: 7 - pair.rank)
    settle(campaign)
    assert list(Verdict.objects.order_by("pair__rank").values_list("relevance", flat=True)) == [6, 5, 4, 3, 2, 1, 0]
    return campaign


def test_an_export_and_its_measures_follow_a_scale_of_seven_levels(seven, tmp_path):
    export_labels(campaign=seven, out=tmp_path / "out", formats=["tvr"], partial=True)
    out = tmp_path / "out"
    assert [label["relevance"] for label in json.loads((out / "val.json").read_text())] == [6, 5, 4, 3, 2, 1, 0]
    card = (out / "README.md").read_text()
    assert "| split | labelled queries | labels | 0 | 1 | 2 | 3 | 4 | 5 | 6 |" in card
    assert "scored each pair of a query and a moment from 0 (Unrelated) to 6 (מושלם)." in card
    assert "| 5 | Rich \\| full | 20 |" in card
    assert "From 0 (Unrelated) to 6 (מושלם)." in (out / "croissant.json").read_text()
    check = (out / "CHECK.md").read_text()
    assert "the NDCG gains 0, 1, 3, 7, 15, 20, 40 of the levels 0 to 6." in check
    assert "--gains 0 1 3 7 15 20 40 --json" in check
    expected = json.loads((out / "similarity" / "expected_scores.json").read_text())["val"]
    assert expected["settings"]["gains"] == [level.gain for level in SEVEN]
    assert expected["measures"]["NDCG@10,IoU>=0.3"] == 1.0
    renew_labels(campaign=seven, now=NOW)
    score_due_runs(now=NOW)
    assert seven.runs.get(kind="oracle").scores.summary["val"]["measures"]["NDCG@10,IoU>=0.3"][0] == 1.0


def test_the_pages_of_a_campaign_show_seven_levels(seven, client):
    counts = report_counts(seven)
    sections = {section.name: section for section in sections_of(counts)}
    assert [row[0] for row in sections["verdicts"].rows[:7]] == [str(level) for level in range(7)]
    assert len(sections["score_ranges"].rows) == 7
    plots = sections["relevance_by_rank"].plots
    assert plots[0].colours == plots[1].colours == tuple(level.colour for level in SEVEN)
    sign_in_lead(client, seven)
    ranges = client.get("/c/films/agreement/").context["ranges"]
    assert (len(ranges), ranges[6][6][0]) == (7, 1)
    for page in ("queries/1/", "review/", "what-if/?tolerance=2", "golds/", "tutorial/edit/", "guideline/edit/"):
        assert client.get(f"/c/films/{page}").status_code == 200
    assert client.get("/c/films/what-if/?tolerance=7").status_code == 400


@pytest.mark.django_db
def test_synthetic_annotators_score_on_the_scale():
    campaign, members = opened_campaign(
        people=4, pairs=20, levels=BINARY.levels, protocol=Protocol(tolerance=0, threshold=0.5)
    )
    played = Simulation(campaign=campaign, people=members, model=published_model(), seed=1, until=None, now=NOW).play(
        advance=lambda done: None
    )
    assert played.scores >= 10
    assert set(campaign.seats.filter(scores__current=True).values_list("scores__relevance", flat=True)) == {0, 1}


@pytest.mark.parametrize(("highest", "drawn"), [(1, [0, 0, 1, 1]), (4, [0, 1, 3, 4]), (6, [0, 2, 4, 6])])
def test_noise_stretches_latents_to_the_scale(highest, drawn):
    noise = NoiseModel(narrow_sd=0, wide_sd=0, wide_share=0)
    assert [noise.draw(_Still(), latent, Scale(0, highest)) for latent in (0.0, 1.2, 2.9, 4.0)] == drawn


class _Still:
    """Draws nothing but nought."""

    def random(self, shape):
        return np.zeros(shape)

    standard_normal = random
