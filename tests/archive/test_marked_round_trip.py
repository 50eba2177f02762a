"""A campaign that marks, archived and restored, exports the same bytes: the same questions, truths and pools."""

from pathlib import Path

import pytest

from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from tests.archive.scenes import forget
from tests.consensus.export.marking.scenes import export, marked_campaign
from tests.consensus.export.scenes import bytes_of

pytestmark = pytest.mark.django_db


def test_what_is_restored_exports_the_same_bytes(tmp_path: Path) -> None:
    campaign = marked_campaign()
    export(campaign, tmp_path / "one")
    archive_campaign(campaign=campaign, out=tmp_path / "file")
    forget(campaign)
    restored = restore_campaign(path=tmp_path / "file").campaign
    export(restored, tmp_path / "two")
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")
