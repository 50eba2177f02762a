"""`rewrite_queries`: by an endpoint and by a list of names, what it reports, and how it refuses."""

import io
import json
import os
import re
import signal
from collections import Counter

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from config.language_model import LanguageModel
from moments.models import RewriteRun
from tests.factories import make_campaign, make_query
from tests.llm_stub import KEY, LlmStub
from tests.llm_stub.server import fails, says
from tests.moments.rewriting.scenes import NAMES, captions, described, state_of

pytestmark = pytest.mark.django_db


def figures_of(*arguments: str, **options: object) -> dict[str, object]:
    out = io.StringIO()
    try:
        call_command("rewrite_queries", "films", "--tagger", "capitals", *arguments, "--json", stdout=out, **options)
    except CommandError:
        if not out.getvalue():
            raise
    return json.loads(out.getvalue())


@pytest.fixture
def names(tmp_path) -> str:
    path = tmp_path / "names.csv"
    path.write_text("name,gender\n" + "".join(f"{name},{gender}\n" for name, gender in NAMES.items()))
    return str(path)


@pytest.fixture
def stub(monkeypatch):
    with LlmStub(NAMES) as served:
        monkeypatch.setattr(settings, "LANGUAGE_MODEL", LanguageModel(served.url, KEY, "stub", 2.0, private=True))
        yield served


def test_a_list_of_names_is_enough(names):
    campaign = described()
    figures = figures_of("--names-from", names)
    assert (figures["moments"], figures["accepted"], figures["ended"]) == (4, 4, "done")
    assert (figures["captions_changed"], figures["words_replaced"]) == (3, 5)
    assert {"word": "man", "gender": "man", "count": 1} in figures["words"]
    assert captions(campaign)[0] == "A man walks to the red door and knocks."


def test_an_endpoint_is_asked_and_its_tokens_counted(stub):
    described()
    figures = figures_of("--rate", "6000")
    assert (figures["accepted"], figures["model"], len(stub.asked)) == (4, "stub", 4)
    assert figures["tokens_in"] == 4 * 300 + sum(len(asked.description.split()) for asked in stub.asked)
    assert figures_of("--rate", "6000")["accepted"] == 4
    assert len(stub.asked) == 4


def test_a_report_in_words_names_the_most_replaced(names):
    described()
    out = io.StringIO()
    call_command("rewrite_queries", "films", "--tagger", "none", "--names-from", names, stdout=out)
    assert "words: man (man) 1, people (person) 1, two (person) 1, woman (woman) 1" in out.getvalue()
    assert "identical: 0 texts on 0 moments" in out.getvalue()


def test_what_got_no_answer_is_asked_for_again_with_the_option(stub):
    campaign = described()
    stub.moods["dog"] = [fails(404)]
    with pytest.raises(CommandError, match="does not know this address or model"):
        call_command("rewrite_queries", "films", "--tagger", "none", "--rate", "6000", stdout=io.StringIO())
    stub.moods["dog"] = says("<html>")
    figures = figures_of("--rate", "6000")
    assert (figures["needs_a_person"], figures["waiting"]) == (1, 0)
    stub.moods.clear()
    campaign.moments.get(desc_id=4).rewriting.attempts.update(outcome="timeout")
    type(state_of(campaign, 4)).objects.filter(pk=state_of(campaign, 4).pk).update(state="failed", tries=0)
    assert figures_of("--rate", "6000")["no_answer"] == 1
    assert figures_of("--rate", "6000", "--retry-failed")["accepted"] == 4


def test_a_stop_signal_keeps_what_is_done_and_the_next_call_goes_on(stub):
    described()

    def stops(asked, handler):
        os.kill(os.getpid(), signal.SIGTERM)
        says("The dog runs across the wet lawn.")(asked, handler)

    stub.moods["dog"] = stops
    stub.moods[""] = says("A woman pours a glass of water.")
    figures = figures_of("--rate", "6000", "--parallel", "1")
    assert (figures["ended"], RewriteRun.objects.get().job.reason) == ("stopped", "stopped")
    stub.moods.clear()
    assert figures_of("--rate", "6000", "--retry-failed")["waiting"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tagger", "nobody"], "--tagger: no tagger 'nobody'"),
        (["--encoder", "word2vec"], "no encoder 'word2vec'"),
        (["--rate", "0"], "--rate: expected 1 to 6000"),
        (["--parallel", "100"], "--parallel: expected 1 to 64"),
        (["--names-from", "/nowhere/names.csv"], "/nowhere/names.csv: No such file"),
    ],
)
def test_a_wrong_argument_is_one_line_and_writes_nothing(stub, arguments, message):
    described()
    with pytest.raises(CommandError, match=re.escape(message)):
        figures_of(*arguments)
    assert (RewriteRun.objects.count(), stub.asked) == (0, [])


def test_without_endpoint_moments_or_after_sampling_it_refuses(monkeypatch, names):
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", None)
    with pytest.raises(CommandError, match="no campaign 'films'"):
        figures_of()
    campaign = make_campaign()
    with pytest.raises(CommandError, match="no moments; run import_moments first"):
        figures_of("--names-from", names)
    with pytest.raises(CommandError, match="LLM_BASE_URL"):
        figures_of()
    make_query(campaign, pairs=1)
    with pytest.raises(CommandError, match="has queries; captions are rewritten before sampling and ranking"):
        figures_of("--names-from", names)


@pytest.mark.real_data
def test_tvrs_descriptions_lose_the_names_that_a_small_list_holds(real_data, tmp_path):
    rows = [json.loads(line) for line in (real_data / "tvr/tvr_val_release.jsonl").open()][:200]
    words = Counter(word for row in rows for word in re.findall(r"(?<=[a-z] )[A-Z][a-z]{2,}", row["desc"]))
    frequent = [word for word, count in words.most_common(60) if count > 1]
    women = {"Monica", "Rachel", "Phoebe", "Penny", "Beckett", "Cuddy", "Cameron", "Amy", "Bernadette", "Lily", "Robin"}
    path = tmp_path / "names.csv"
    path.write_text("name,gender\n" + "".join(f"{w},{'woman' if w in women else 'man'}\n" for w in frequent))
    campaign = described(*(row["desc"] for row in rows))
    figures = figures_of("--names-from", str(path))
    assert figures["accepted"] + figures["needs_a_person"] == 200
    assert figures["accepted"] > 110
    assert figures["words"][0]["word"] == "man"
    accepted = campaign.moments.filter(rewriting__state="accepted").values_list("caption", flat=True)
    assert not any(re.search(rf"\b(?:{'|'.join(frequent)})\b", caption) for caption in accepted)
