"""The dataset card tells where the candidates came from, and whether their clips have sound."""

import json
from pathlib import Path

import pytest

from moments.models import Clip, PairSource
from tests.consensus.export.scenes import export, graded_campaign

pytestmark = pytest.mark.django_db


def card(out: Path) -> str:
    return (out / "README.md").read_text(encoding="utf-8")


def test_the_card_names_the_rankings_that_were_pooled(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    export(campaign, tmp_path / "one", ["tvr"])
    assert "pooled" not in card(tmp_path / "one")
    assert "Candidates come from one ranking, and moments that it missed are not judged." in card(tmp_path / "one")
    assert "The clips have no sound." in card(tmp_path / "one")
    heard = Clip.objects.filter(moment__campaign=campaign)
    heard.filter(pk=heard.first().pk).update(rendition="mp4", has_sound=True)
    for pair in campaign.pairs.filter(batch__isnull=False):
        for source in ("lexical", "bm25"):
            PairSource.objects.create(pair=pair, source=source, rank=pair.rank, similarity=0.5)
    export(campaign, tmp_path / "two", ["tvr"])
    assert "Candidates were pooled from 2 rankings: `bm25`, `lexical`." in card(tmp_path / "two")
    assert "Candidates come from several rankings, and moments that all of them missed are not judged." in card(
        tmp_path / "two"
    )
    said = f"The clips of 1 of {heard.count()} moments have sound, which people could switch on."
    assert said in card(tmp_path / "two")
    assert json.loads((tmp_path / "two" / "manifest.json").read_text())["moments_with_sound"] == 1
