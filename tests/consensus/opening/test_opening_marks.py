"""A marking campaign is created with its own parameters and opens for writing."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from consensus.decisions.known_kinds import kind_named
from moments.campaign.services import set_protocol
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, Clip, LedgerEntry
from moments.protocol import Protocol
from tests.factories import NOW, make_campaign
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db


def run(*words: object) -> None:
    call_command(*map(str, words))


def test_the_command_makes_one_with_the_keys_of_its_protocol(tmp_path):
    file = tmp_path / "protocol.json"
    file.write_text(json.dumps({"edge_tolerance_ms": 1000, "grace_s": 30}))
    run("create_campaign", "long", "--kind", "mark", "--protocol", file)
    version = Campaign.objects.get(kind="mark").protocols.get()
    assert (version.protocol, version.marking.protocol) == (
        Protocol(grace_s=30),
        MarkingProtocol(edge_tolerance_ms=1000),
    )
    created, protocol = map(json.loads, LedgerEntry.objects.order_by("number").values_list("payload", flat=True))
    assert created["kind"] == "mark"
    assert protocol == {
        "version": 1,
        "grace_s": 30,
        "lease_s": 3600,
        **MarkingProtocol(edge_tolerance_ms=1000).as_dict(),
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"tolerance": 1}', "tolerance: a marking campaign has no such key; expected one of gap_ms"),
        ('{"gap_ms": -1}', "gap_ms: expected 0 to 60000, got -1"),
        ('{"lease_s": 1}', "lease_s: expected 60 to"),
    ],
)
def test_a_key_that_is_wrong_is_named_and_nothing_is_made(tmp_path, text, problem):
    file = tmp_path / "protocol.json"
    file.write_text(text)
    with pytest.raises(CommandError) as error:
        run("create_campaign", "long", "--kind", "mark", "--protocol", file)
    assert str(error.value).startswith(f"{file}: {problem}")
    assert Campaign.objects.count() == 0


def test_a_version_is_made_where_a_parameter_of_marking_changed():
    campaign = make_campaign(marking=MarkingProtocol())
    same = set_protocol(campaign=campaign, protocol=Protocol(), marking=MarkingProtocol(), now=NOW, actor="admin")
    other = set_protocol(
        campaign=campaign, protocol=Protocol(), marking=MarkingProtocol(gap_ms=500), now=NOW, actor="admin"
    )
    assert (same.version, other.version, other.marking.protocol.gap_ms) == (1, 2, 500)


def test_it_opens_once_and_says_for_how_many_videos(capsys):
    campaign, _ = marking_campaign(videos=2, people=2, opened=False)
    run("open_campaign", campaign.slug)
    campaign.refresh_from_db()
    assert (campaign.status, campaign.batches.count()) == ("open", 0)
    printed = capsys.readouterr()
    assert "2 qualified annotators; a question may need 3" in printed.err
    entry = LedgerEntry.objects.order_by("-number")[0]
    assert (
        kind_named(entry.kind).sentence(json.loads(entry.payload))
        == "The campaign opened for questions about 2 videos with protocol 1"
    )
    with pytest.raises(CommandError, match="is already open; videos that are added later need no opening"):
        run("open_campaign", campaign.slug)


def test_it_does_not_open_without_videos_or_their_proxies():
    campaign = make_campaign(marking=MarkingProtocol())
    with pytest.raises(CommandError, match="has no videos; run import_videos first"):
        run("open_campaign", campaign.slug)
    make_whole_video(campaign, "one")
    Clip.objects.update(state="pending")
    with pytest.raises(CommandError, match="1 video has no proxy; run cut_clips first, or open with --allow"):
        run("open_campaign", campaign.slug)
    run("open_campaign", campaign.slug, "--allow-missing-clips")


def test_the_kind_is_fixed_once_the_campaign_is_open():
    draft = make_campaign("draft")
    Campaign.objects.filter(pk=draft.pk).update(kind="mark")
    campaign, _ = marking_campaign()
    with pytest.raises(IntegrityError, match="fixed once it opens"), transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(kind="grade")
