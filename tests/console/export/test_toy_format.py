"""A new export format is one object in one list: command, page, REST, manifest and metadata enumerate the rest."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from annotator.people.services.people import issue_token
from config.schema import document
from consensus.export.folder import Folder
from consensus.export.formats.export_format import LABEL_COLUMNS, ExportFormat, Table, Take
from consensus.export.formats.registry import FORMATS, every_name
from consensus.management.commands.export_labels import Command
from consensus.models import Export
from tests.consensus.export.scenes import export, graded_campaign, labels_in
from tests.console.scenes import sign_in_admin
from tests.factories import NOW, make_admin, make_campaign

pytestmark = pytest.mark.django_db


@contextmanager
def writer(folder: Folder, splits: Sequence[str]) -> Iterator[Take]:
    lines: list[str] = []
    yield lambda label: lines.append(f"{label.pair_id} {label.relevance}\n")
    folder.write("toy.toy", "".join(lines))
    folder.rows["toy.toy"] = len(lines)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    toy = ExportFormat(
        name="toy",
        description="pairs & grades",
        labels=writer,
        table=Table("toys", "toy.toy", LABEL_COLUMNS[:1]),
        media_types={".toy": "text/toy"},
    )
    monkeypatch.setitem(FORMATS, toy.name, toy)
    document.cache_clear()  # each process makes the schema once
    yield
    document.cache_clear()


def test_the_command_names_it() -> None:
    help_text = Command().create_parser("manage.py", "export_labels").format_help()
    assert f"any of {','.join(FORMATS)}, comma-separated" in " ".join(help_text.split())
    assert "toy" in FORMATS


def test_the_page_offers_it(client) -> None:
    make_campaign()
    sign_in_admin(client)
    page = client.get("/c/films/exports/").content.decode()
    assert page.count('name="formats"') == len(FORMATS)
    assert '<span class="mono">toy</span> <span class="muted">pairs &amp; grades</span>' in page


def test_rest_takes_it_and_documents_it(client) -> None:
    graded_campaign(queries=1)
    token = {"Authorization": f"Token {issue_token(user=make_admin(), now=NOW)}"}
    call, order = "/api/v1/campaigns/films/exports/", {"formats": [*FORMATS], "partial": True}
    assert client.post(call, order, content_type="application/json", headers=token).status_code == 201
    assert Export.objects.get().formats == "tvr,raw,qrels,beir,parquet,toy"
    schemas = client.get("/api/schema/", {"format": "json"}).json()["components"]["schemas"]
    assert schemas["FormatsEnum"]["enum"] == every_name()


def test_an_export_holds_it(tmp_path: Path) -> None:
    made = export(graded_campaign(queries=1), tmp_path / "out", ["toy", "tvr"])
    labels = labels_in(tmp_path / "out")
    lines = [f"{label['pair_id']} {label['relevance']}\n" for label in labels]
    assert (tmp_path / "out/toy.toy").read_text() == "".join(lines)
    assert (made.manifest["formats"], made.manifest["files"]["toy.toy"]["rows"]) == (["tvr", "toy"], len(labels))
    assert f"| `toy.toy` | {len(labels)} |" in (tmp_path / "out/README.md").read_text()
    metadata = json.loads((tmp_path / "out/croissant.json").read_text())
    assert [one["name"] for one in metadata["recordSet"]][:2] == ["labels_val", "toys"]
    assert [one["encodingFormat"] for one in metadata["distribution"] if one["name"] == "toy.toy"] == ["text/toy"]


def test_the_page_of_exports_describes_every_format_of_the_house() -> None:
    page = (Path(__file__).parents[3] / "docs/export.md").read_text()
    offered = [name for name in FORMATS if name != "toy"]
    assert [name for name in offered if f"\n| `{name}` |" not in page and f"The format `{name}` adds" not in page] == []
    assert f"--formats {','.join(offered)}\n" in page
