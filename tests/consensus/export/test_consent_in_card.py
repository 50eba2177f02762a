"""The dataset card tells what people agreed to, and how many did."""

from pathlib import Path

import pytest

from annotator.models import Consent, ConsentGiven
from consensus.export.services.card import set_dataset_card
from moments.models import Campaign
from tests.consensus.export.scenes import bytes_of, export, graded_campaign
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db


def consent(campaign: Campaign, version: int, people: int) -> None:
    """A version to which the first people of the campaign agreed."""
    text = f"Version {version}:\n\n```\nwe keep scores\n```"
    made = Consent.objects.create(campaign=campaign, version=version, text=text, created_at=NOW)
    for member in campaign.members.order_by("pk")[:people]:
        ConsentGiven.objects.create(member=member, consent=made, given_at=NOW)


def section(out: Path) -> str:
    return (out / "README.md").read_text(encoding="utf-8").split("## Consent\n")[1].split("\n## ")[0]


def test_the_card_tells_the_consent_in_force_and_how_many_agreed(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    consent(campaign, 1, people=3)
    consent(campaign, 2, people=1)
    consent(make_campaign("other"), 3, people=0)
    set_dataset_card(campaign=campaign, fields={"consent": "The board agreed too."}, actor="admin", now=NOW)
    export(campaign, tmp_path / "out", ["tvr"])
    text = section(tmp_path / "out")
    assert "Version 2 is in force. Of the 4 people" in text
    assert "1 agreed to it, 2 only to an earlier version, and 1 to none." in text
    assert "````\nVersion 2:\n\n```\nwe keep scores\n```\n````" in text
    assert text.strip().endswith("The board agreed too.")
    export(campaign, tmp_path / "again", ["tvr"])
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "again")


def test_without_a_consent_text_the_admins_words_stand_alone(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    export(campaign, tmp_path / "out", ["qrels"])
    assert section(tmp_path / "out").strip() == "Not stated by the campaign."
