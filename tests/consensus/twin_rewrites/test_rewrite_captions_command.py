"""`rewrite_captions` asks for rewrites, says what became of them, and exits with 1 if something ended it early."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from consensus.models import TwinRewriteRun
from tests.consensus.twin_rewrites.scenes import kept, placed_campaign, rewording
from tests.llm_stub import LlmStub
from tests.llm_stub.server import fails

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def stub(served, settings):
    placed_campaign()
    return rewording(settings, served)


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("rewrite_captions", "arrow", "--rate", "6000", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_it_reports_what_it_kept(stub):
    figures = json.loads(run("--per-caption", 3, "--json"))
    assert (figures["captions"], figures["with_all_rewrites"], figures["rewrites"]) == (2, 2, 6)
    assert (figures["kept_by_this_run"], figures["refused"], figures["ended"]) == (6, {"not needed": 2}, "done")
    run_made = TwinRewriteRun.objects.get()
    assert (run_made.least_similar, run_made.job.actor) == (0.3, "admin")
    assert len(kept(run_made.campaign)) == 6


def test_it_says_in_words_what_it_refused(stub):
    assert "not needed (2)" in run("--per-caption", 3)


def test_an_early_end_exits_with_one_line(stub):
    stub.moods[""] = fails(401)
    with pytest.raises(CommandError, match="the endpoint refused the key; check LLM_API_KEY"):
        run()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--per-caption", 21), "--per-caption: expected 1 to 20, got 21"),
        (("--encoder", "bm25"), "--encoder: bm25 cannot compare two texts"),
        (("--least-similar", 1.5), "--least-similar: expected 0 to 1, got 1.5"),
    ],
)
def test_bad_values_are_named(stub, arguments, problem):
    with pytest.raises(CommandError, match=problem):
        run(*arguments)
    assert not TwinRewriteRun.objects.exists()
