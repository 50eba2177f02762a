"""The protocol of a twins campaign is changed by command."""

import pytest
from django.core.management import call_command

from moments.models import Campaign
from moments.twin_protocol import TwinProtocol

pytestmark = pytest.mark.django_db


def test_the_next_version_changes_what_the_file_names(tmp_path):
    call_command("create_campaign", "arrow", "--kind", "twin")
    file = tmp_path / "protocol.json"
    file.write_text('{"lookalike_share": 0.5}')
    call_command("set_protocol", "arrow", str(file))
    newest = Campaign.objects.get().protocols.latest("version")
    assert (newest.version, newest.twin.protocol) == (2, TwinProtocol(lookalike_share=0.5))
