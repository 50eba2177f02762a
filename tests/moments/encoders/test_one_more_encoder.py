"""Whatever enumerates encoders takes them from one list, so that another one is there with a line."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command, load_command_class

from config.language_model import LanguageModel
from moments.base.errors import BadInput
from moments.encoders import ENCODERS, EncoderKind, encoder_named
from moments.encoders.lexical import LexicalEncoder
from moments.models import RewriteRun
from moments.rewriting.services.jobs import fitted_checker
from tests.console.scenes import sign_in_admin, sign_in_lead
from tests.factories import make_campaign, make_query
from tests.moments.rewriting.scenes import described

pytestmark = pytest.mark.django_db
COMMANDS = ("rank_candidates", "pool_candidates", "pseudo_train", "rewrite_queries")


class ToyEncoder(LexicalEncoder):
    """Another way to see texts."""


@pytest.fixture
def toy(monkeypatch) -> EncoderKind:
    kind = EncoderKind("toy", "a toy", "nothing", lambda model, vectors: ToyEncoder(), offered_for_studies=True)
    monkeypatch.setitem(ENCODERS, kind.name, kind)
    return kind


@pytest.fixture
def ranking_toy(monkeypatch) -> None:
    kind = EncoderKind("toy", "a toy", "nothing", lambda model, vectors: ToyEncoder(), compares_texts=False)
    monkeypatch.setitem(ENCODERS, kind.name, kind)


def helps() -> Iterator[str]:
    for name in COMMANDS:
        yield " ".join(load_command_class("moments", name).create_parser("manage.py", name).format_help().split())


def test_command_help_and_errors_name_it(toy, monkeypatch):
    monkeypatch.setenv("COLUMNS", "1000")  # help breaks lines at hyphens
    assert ["packaged-minilm, sentence-transformers:NAME, toy" in text for text in helps()] == [True] * len(COMMANDS)
    with pytest.raises(BadInput) as refused:
        encoder_named("magic")
    assert str(refused.value) == f"there is no encoder 'magic'; expected one of: {', '.join(sorted(ENCODERS))}"


def test_candidates_are_ranked_with_it(toy):
    campaign = described()
    make_query(campaign)
    out = StringIO()
    call_command("rank_candidates", campaign.slug, "--encoder", "toy", "--top", "1", "--json", stdout=out)
    campaign.refresh_from_db()
    assert (campaign.encoder, campaign.pairs.count()) == ("toy", 1)


def test_rewriting_is_checked_and_ordered_with_it(toy, client, settings):
    settings.LANGUAGE_MODEL = LanguageModel("http://127.0.0.1:9/v1", "", "stub", 1.0, False)
    campaign = described()
    assert fitted_checker(campaign=campaign, encoder="toy", tagger="none") is not None
    sign_in_admin(client)
    address = f"/c/{campaign.slug}/corpus/rewriting/"
    assert "<option>toy</option>" in client.get(address).content.decode()
    client.post(f"{address}run/", {"do": "begin", "encoder": "toy", "tagger": "none"})
    assert RewriteRun.objects.get().encoder == "toy"


def test_one_that_compares_no_texts_is_not_offered_for_rewriting(ranking_toy, client, settings):
    settings.LANGUAGE_MODEL = LanguageModel("http://127.0.0.1:9/v1", "", "stub", 1.0, False)
    campaign = described()
    with pytest.raises(BadInput, match="toy cannot compare two texts"):
        fitted_checker(campaign=campaign, encoder="toy", tagger="none")
    sign_in_admin(client)
    assert "<option>toy</option>" not in client.get(f"/c/{campaign.slug}/corpus/rewriting/").content.decode()


def test_studies_offer_it(toy, client):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    assert client.get(f"/c/{campaign.slug}/studies/").context["encoders"] == ["lexical", "bm25", "toy"]


def test_without_it_none_of_this_is_known(client):
    campaign = described()
    with pytest.raises(CommandError, match="no encoder 'toy'"):
        call_command("rank_candidates", campaign.slug, "--encoder", "toy")
