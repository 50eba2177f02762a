"""Programs order rewrites of captions and draw samples of them, as the page does."""

from __future__ import annotations

import pytest

from consensus.models import RewriteSample, TwinRewriteRun
from consensus.twin_rewrites.services.jobs import rewrite_captions_ordered
from tests.consensus.twin_rewrites.scenes import kept, placed_campaign, rewording
from tests.console.steps.api.test_steps_rest import Program
from tests.factories import NOW, make_campaign, make_lead
from tests.llm_stub import LlmStub

pytestmark = pytest.mark.django_db


def test_a_program_orders_rewrites_and_draws_a_sample(settings) -> None:
    campaign = placed_campaign()
    program = Program(make_lead(campaign).user, "arrow")
    with LlmStub({}) as stub:
        rewording(settings, stub)
        answer = program.post("rewrite", per_caption=3, rate=6000, parallel=1)
        assert (answer.status_code, answer.json()["job"]["state"]) == (201, "waiting")
        assert program.post("sample-rewrites", size=2).json() == {"detail": "there are no rewrites to review yet"}
        rewrite_captions_ordered(now=NOW, seconds=60)
    assert program.get("rewrite")["job"]["state"] == "done"
    assert len(kept(campaign)) == 6
    assert program.post("sample-rewrites", size=2, seed=5).json()["made"] == {"sample": 1, "rewrites": 2}
    assert program.post("sample-rewrites", half_width=0.001).json()["made"] == {"sample": 2, "rewrites": 6}
    assert list(RewriteSample.objects.values_list("seed", flat=True)) == [5, 1]


@pytest.mark.parametrize(
    "body", [{"per_caption": 21}, {"rounds": 0}, {"least_similar": 2}, {"encoder": "bm25"}, {"encoder": "a\0"}]
)
def test_what_cannot_be_ordered_is_refused(settings, body) -> None:
    campaign = placed_campaign()
    with LlmStub({}) as stub:
        rewording(settings, stub)
        assert Program(make_lead(campaign).user, "arrow").post("rewrite", **body).status_code == 400
    assert not TwinRewriteRun.objects.exists()


def test_campaigns_of_other_kinds_have_no_such_steps() -> None:
    program = Program(make_lead(make_campaign()).user)
    assert program.post("rewrite").status_code == 404
    assert program.post("sample-rewrites", size=2).status_code == 404
