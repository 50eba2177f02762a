"""Two exports of a twins campaign, side by side: captions, splits, and the decisions behind them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from consensus.export.services.comparison import compare_exports
from consensus.export.services.exporting import export_labels
from consensus.export.twins.comparing import KINDS
from consensus.models import Verdict
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from moments.base.errors import BadInput
from moments.models import Campaign
from tests.consensus.twin_splits.scenes import described
from tests.console.scenes import sign_in_admin
from tests.factories import NOW, made_export

pytestmark = pytest.mark.django_db


def export(campaign: Campaign, out: Path, *formats: str) -> Path:
    export_labels(campaign=campaign, out=out, formats=list(formats) or ["rtime"], partial=True)
    return out


def draw(campaign: Campaign, val: int, test: int) -> None:
    draw_campaign_splits(campaign=campaign, sizes=SplitSizes(val, test), seed=1, actor="test", now=NOW)


def rewrite(folder: Path, text: str) -> None:
    """Another test split, with its checksum."""
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"]["rtime/test.json"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "rtime" / "test.json").write_text(text)


@pytest.fixture
def both(tmp_path: Path) -> tuple[Campaign, Path, Path]:
    """An export of four twins, and a later one with other splits and without the captions of the first clip."""
    campaign, _, _ = described(twins=4)
    draw(campaign, 2, 4)
    old = export(campaign, tmp_path / "old")
    first = campaign.moments.filter(direction="forward").order_by("desc_id")[0]
    Verdict.objects.filter(pair__moment=first, pair__query__query_id=2).update(superseded=True)
    draw(campaign, 2, 2)
    return campaign, old, export(campaign, tmp_path / "new")


def test_the_same_data_has_no_changes(tmp_path: Path) -> None:
    campaign, _, _ = described(twins=3)
    draw(campaign, 2, 2)
    found = compare_exports(old=export(campaign, tmp_path / "one"), new=export(campaign, tmp_path / "two"))
    assert (found.changes, found.explained, found.counts) == ([], True, dict.fromkeys(KINDS, 0))


def test_clips_that_went_and_moved_are_listed_with_the_drawing_that_moved_them(both, capsys) -> None:
    campaign, old, new = both
    found = compare_exports(old=old, new=new)
    gone = [change for change in found.changes if change.kind in ("removed", "to_unjudged")]
    forward = campaign.moments.filter(direction="forward").order_by("desc_id")[0]
    assert [change.vid for change in gone] == [str(forward.desc_id), str(forward.desc_id + 500)]
    assert gone[0].texts["caption"] == ["Somebody opens box 0 on the table", None]
    moved = [change for change in found.changes if change.kind == "split"]
    assert moved != []
    for change in moved:
        before, after = change.texts["split"]
        assert before != after
        assert any("splits" in why for why in change.why)
    call_command("compare_exports", str(old), str(new))
    printed = capsys.readouterr().out
    assert f"clip {forward.desc_id}: " in printed
    call_command("compare_exports", str(old), str(new), "--json")
    assert json.loads(capsys.readouterr().out)["counts"]["split"] == len(moved)


def test_other_captions_and_other_keys_are_told_apart(tmp_path: Path) -> None:
    campaign, _, _ = described(twins=3)
    draw(campaign, 2, 2)
    old, new = export(campaign, tmp_path / "old"), export(campaign, tmp_path / "new")
    text = (new / "rtime" / "test.json").read_text()
    rewrite(new, text.replace("on the table", "under the table").replace('"state"', '"position"'))
    found = compare_exports(old=old, new=new)
    assert {change.kind for change in found.changes} == {"caption", "rest"}
    rest = [change.texts for change in found.changes if change.kind == "rest"]
    assert rest == [{"temporal": ["state", "position"]}] * 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[\n3\n]\n", "rtime/test.json entry 1: expected an object, got 3"),
        ('[\n{"vid": 3}\n]\n', "rtime/test.json entry 1: vid: expected text"),
        ('[\n{"vid": "3", "split": "test"}\n]\n', "rtime/test.json entry 1: caption: expected text"),
    ],
)
def test_a_line_that_is_no_clip_is_named(tmp_path: Path, text: str, problem: str) -> None:
    campaign, _, _ = described(twins=3)
    draw(campaign, 2, 2)
    old, new = export(campaign, tmp_path / "old"), export(campaign, tmp_path / "new")
    rewrite(new, text)
    with pytest.raises(BadInput, match=problem):
        compare_exports(old=old, new=new)


def test_only_exports_with_rtime_can_be_compared(tmp_path: Path) -> None:
    campaign, _, _ = described(twins=3)
    draw(campaign, 2, 2)
    old, new = export(campaign, tmp_path / "old", "raw"), export(campaign, tmp_path / "new")
    with pytest.raises(CommandError, match="lacks the format rtime; only exports with it can be compared"):
        call_command("compare_exports", str(old), str(new))


def test_the_page_lists_the_changes_and_links_to_the_clips(client: Client, settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    campaign, _, _ = described(twins=4)
    draw(campaign, 2, 4)
    one = made_export(campaign, formats=("rtime",), partial=True)
    draw(campaign, 2, 2)
    two = made_export(campaign, formats=("rtime",), partial=True)
    sign_in_admin(client)
    offered = client.get("/c/arrow/exports/").content.decode()
    assert ("msrvtt" in offered, "tvr" in offered, "clips, captions and splits" in offered) == (True, False, True)
    page = client.get("/c/arrow/exports/compare/", {"old": one.number, "new": two.number}).content.decode()
    assert ("moved to another split" in page, "corpus/moments/?desc_id=" in page) == (True, True)
    same = client.get("/c/arrow/exports/compare/", {"old": one.number, "new": one.number}).content.decode()
    assert "Both exports contain the same clips, captions and splits" in same
