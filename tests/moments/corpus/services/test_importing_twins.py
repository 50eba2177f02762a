"""Twins of a file become moments and their row, all or nothing; a second run adds nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from moments.material.services.twins import make_twins
from moments.models import Campaign, Moment, Twin
from moments.twin_protocol import TwinProtocol
from tests.factories import NOW, make_campaign
from tests.moments.corpus.files.test_twin_rows import BACKWARD, FORWARD, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("arrow", twin=TwinProtocol())


def imported(path: Path, capsys: Any) -> dict[str, int]:
    call_command("import_moments", "arrow", str(path), "--json")
    return json.loads(capsys.readouterr().out)


def test_both_are_added_and_paired_once(campaign: Campaign, tmp_path: Path, capsys: Any) -> None:
    path = written(tmp_path, BACKWARD, FORWARD, FORWARD | {"desc_id": 3, "twin": None})
    assert imported(path, capsys)["added"] == 3
    twin = Twin.objects.get()
    assert (twin.forward.desc_id, twin.backward.desc_id, twin.backward.direction) == (1, 2, "backward")
    again = imported(path, capsys)
    assert (again["added"], again["already_there"], Twin.objects.count()) == (0, 3, 1)


def test_a_file_without_twins_is_still_there_once_they_were_made(
    campaign: Campaign, tmp_path: Path, capsys: Any
) -> None:
    path = written(tmp_path, {key: value for key, value in FORWARD.items() if key != "twin"})
    imported(path, capsys)
    make_twins(campaign=campaign, actor="admin", now=NOW)
    assert (imported(path, capsys)["already_there"], Moment.objects.count()) == (1, 2)


def test_what_contradicts_the_campaign_is_refused_with_its_line(
    campaign: Campaign, tmp_path: Path, capsys: Any
) -> None:
    imported(written(tmp_path, FORWARD | {"twin": None}), capsys)
    path = written(tmp_path, BACKWARD, FORWARD)
    with pytest.raises(CommandError, match="line 1: twin: moment 1 is already in the campaign without this twin"):
        call_command("import_moments", "arrow", str(path))
    path = written(tmp_path, FORWARD, BACKWARD)
    with pytest.raises(CommandError, match="line 1: desc_id 1 is already in the campaign with different content"):
        call_command("import_moments", "arrow", str(path))
    assert (Moment.objects.count(), Twin.objects.count()) == (1, 0)


def test_only_campaigns_of_twins_take_them(tmp_path: Path) -> None:
    make_campaign("graded")
    path = written(tmp_path, FORWARD, BACKWARD)
    with pytest.raises(CommandError, match="line 1: twin: only a twins campaign has moments that play backwards"):
        call_command("import_moments", "graded", str(path))
    assert Moment.objects.count() == 0
