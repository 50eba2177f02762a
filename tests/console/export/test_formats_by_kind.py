"""The page and REST offer the formats of the campaign's kind, and refuse the others by name."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from annotator.people.services.people import issue_token
from consensus.export.folder import Folder
from consensus.export.formats.registry import FORMATS_BY_KIND, MARKING_FORMATS, TWIN_FORMATS
from consensus.export.marking.marking_format import MarkingFormat, TakeVideo
from consensus.export.services.history import make_exports
from consensus.management.commands.export_labels import Command
from consensus.models import Export, ExportState
from tests.consensus.export.marking.scenes import export, marked_campaign
from tests.console.scenes import sign_in_admin
from tests.factories import NOW, make_admin

pytestmark = pytest.mark.django_db
CALL = "/api/v1/campaigns/long/exports/"


@pytest.fixture
def token() -> dict[str, str]:
    return {"Authorization": f"Token {issue_token(user=make_admin(), now=NOW)}"}


def test_a_format_says_of_which_kind_it_is():
    assert {(kind, one.kind) for kind, formats in FORMATS_BY_KIND.items() for one in formats.values()} == {
        ("grade", "grade"),
        ("mark", "mark"),
        ("twin", "twin"),
    }


def test_the_page_offers_what_the_campaign_can_export(client):
    marked_campaign()
    sign_in_admin(client)
    page = client.get("/c/long/exports/").content.decode()
    assert page.count('name="formats"') == len(MARKING_FORMATS)
    for name in MARKING_FORMATS:
        assert f'value="{name}"' in page
    assert 'value="tvr"' not in page
    assert 'with the format <span class="mono">momentseeker</span>, you can compare them' in page


def test_an_export_ordered_by_rest_is_made(client, token, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    marked_campaign()
    order = {"formats": [*MARKING_FORMATS]}
    assert client.post(CALL, order, content_type="application/json", headers=token).status_code == 201
    assert make_exports(now=NOW) == 1
    made = Export.objects.get()
    assert (made.state, made.format_names) == (ExportState.READY, [*MARKING_FORMATS])
    assert client.get(f"{CALL}1/", headers=token).json()["manifest"]["questions"]["MS"] == 6
    assert client.get(f"{CALL}1/download/", headers=token).status_code == 200


def test_rest_refuses_a_format_of_the_other_kind(client, token):
    marked_campaign()
    answer = client.post(CALL, {"formats": ["qrels"]}, content_type="application/json", headers=token)
    assert answer.status_code == 400
    assert "the format 'qrels' is only for a grading campaign; this is a marking campaign" in answer.content.decode()
    assert not Export.objects.exists()


def test_another_format_is_one_object_in_one_list(client, monkeypatch, tmp_path):
    @contextmanager
    def writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeVideo]:
        names: list[str] = []
        yield lambda video: names.append(f"{video.name} {len(video.questions)}\n")
        folder.write("toy.toy", "".join(names))
        folder.rows["toy.toy"] = len(names)

    monkeypatch.setitem(MARKING_FORMATS, "toy", MarkingFormat(name="toy", description="counts", videos=writer))
    campaign = marked_campaign()
    sign_in_admin(client)
    assert 'value="toy"' in client.get("/c/long/exports/").content.decode()
    help_text = Command().create_parser("manage.py", "export_labels").format_help()
    assert f"anyof{','.join(MARKING_FORMATS)},comma-separated" in _unbroken(help_text)
    made = export(campaign, tmp_path / "out", ["toy"])
    assert (tmp_path / "out/toy.toy").read_text() == "square 6\nbig house 2\nfilm/a 1\n"
    assert (made.manifest["formats"], made.manifest["files"]["toy.toy"]["rows"]) == (["toy"], 3)
    assert "| `toy.toy` | 3 |" in (tmp_path / "out/README.md").read_text()


def _unbroken(text: str) -> str:
    """The text without spaces, as lines break within long words."""
    return "".join(text.split())


def test_a_page_describes_every_format_of_a_campaign_that_marks():
    page = (Path(__file__).parents[3] / "docs/marked-export.md").read_text()
    assert [name for name in MARKING_FORMATS if f"\n| `{name}` |" not in page] == []
    assert f"--formats {','.join(MARKING_FORMATS)}\n" in page


def test_a_page_describes_every_format_of_a_campaign_of_twins():
    page = (Path(__file__).parents[3] / "docs/twin-export.md").read_text()
    assert [name for name in TWIN_FORMATS if f"\n| `{name}` |" not in page] == []
    assert f"--formats {','.join(TWIN_FORMATS)}\n" in page
