import json

import pytest
from django.core.management import CommandError, call_command

from moments.models import Campaign
from moments.twin_protocol import TwinProtocol
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


def test_a_campaign_of_twins_is_created_with_its_protocol(tmp_path):
    file = tmp_path / "protocol.json"
    file.write_text('{"checkers": 1, "grace_s": 30}')
    call_command("create_campaign", "arrow", "--kind", "twin", "--protocol", str(file))
    version = Campaign.objects.get(kind="twin").protocols.get()
    assert (version.twin.protocol, version.grace_s) == (TwinProtocol(checkers=1), 30)


def test_a_wrong_key_of_its_protocol_is_named_and_creates_nothing(tmp_path):
    file = tmp_path / "protocol.json"
    file.write_text('{"checkers": 9}')
    with pytest.raises(CommandError, match="checkers: "):
        call_command("create_campaign", "arrow", "--kind", "twin", "--protocol", str(file))
    assert Campaign.objects.count() == 0


def test_twins_are_opened_by_command(capsys):
    twin_campaign(opened=False, twins=2)
    call_command("open_campaign", "arrow", "--json")
    assert json.loads(capsys.readouterr().out) == {"twins": 2, "seats": 4, "missing_clips": 0, "qualified": 5}
