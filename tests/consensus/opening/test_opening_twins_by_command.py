"""Campaigns of twins are created by command, with the keys of their protocol."""

import json

import pytest
from django.core.management import CommandError, call_command

from moments.models import Campaign
from moments.protocol import Protocol
from moments.twin_protocol import TwinProtocol

pytestmark = pytest.mark.django_db


def test_the_command_makes_one_with_the_keys_of_its_protocol(tmp_path):
    file = tmp_path / "protocol.json"
    file.write_text(json.dumps({"checkers": 1, "grace_s": 30}))
    call_command("create_campaign", "arrow", "--kind", "twin", "--protocol", str(file))
    version = Campaign.objects.get(kind="twin").protocols.get()
    assert (version.protocol, version.twin.protocol) == (Protocol(grace_s=30), TwinProtocol(checkers=1))


def test_a_key_of_another_kind_is_refused_and_nothing_is_made(tmp_path):
    file = tmp_path / "protocol.json"
    file.write_text('{"tolerance": 1}')
    with pytest.raises(CommandError, match="tolerance: a campaign of twins has no such key"):
        call_command("create_campaign", "arrow", "--kind", "twin", "--protocol", str(file))
    assert not Campaign.objects.exists()


def test_the_next_version_changes_what_the_file_names(tmp_path):
    call_command("create_campaign", "arrow", "--kind", "twin")
    file = tmp_path / "protocol.json"
    file.write_text('{"lookalike_share": 0.5}')
    call_command("set_protocol", "arrow", str(file))
    newest = Campaign.objects.get().protocols.latest("version")
    assert (newest.version, newest.twin.protocol) == (2, TwinProtocol(lookalike_share=0.5))
