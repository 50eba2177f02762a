"""The steps by API: the whole road of a program, under the rights and refusals of the pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.people.services.people import issue_token
from archive.trials.services.trials import copy_ordered
from consensus.opening.services import open_ordered
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, Job, Moment, StagedFile, Video
from moments.ranking.services.orders import rank_ordered
from tests.factories import NOW, make_admin, make_campaign, make_lead

pytestmark = pytest.mark.django_db
HEADER = "vid_name,duration,start_s,end_s,desc,type,desc_id\n"
MOMENTS = HEADER + "".join(f"film,90,{n},{n + 1},A dog sees number {n}.,v,{n}\n" for n in range(1, 9))


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path


class Program:
    """A lead's or an admin's token at the steps of a campaign."""

    def __init__(self, user: Any, slug: str = "films") -> None:
        self.headers = {"Authorization": f"Token {issue_token(user=user, now=NOW)}"}
        self.address = f"/api/v1/campaigns/{slug}/steps/"

    def post(self, step: str, **body: Any):
        address, given = f"{self.address}{step}/", {"headers": self.headers}
        if "file" in body:
            return Client().post(address, body, **given)
        return Client().post(address, body, content_type="application/json", **given)

    def get(self, step: str = "") -> Any:
        return Client().get(f"{self.address}{step}/" if step else self.address, headers=self.headers).json()


def sent(text: str, name: str = "m.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def test_a_program_takes_a_campaign_from_nothing_to_open() -> None:
    campaign = make_campaign()
    lead = make_lead(campaign)
    program = Program(lead.user)
    wrong = program.post("import", kind="moments", file=sent(MOMENTS + "film,90,5,4,Back.,v,9\n"))
    assert (wrong.status_code, wrong.json()["detail"]) == (400, "m.csv line 10: end 4 is not after start 5")
    assert (Moment.objects.count(), StagedFile.objects.count()) == (0, 0)
    imported = program.post("import", kind="moments", file=sent(MOMENTS))
    assert (imported.status_code, imported.json()) == (201, {"made": {"added": 8, "already_there": 0}, "job": None})
    assert program.post("sample", split="val", count=2, seed=3).json()["made"] == {"queries": [1, 2]}
    assert program.post("query", split="val", text="A cat.").json()["made"] == {"queries": [3]}
    ordered = program.post("rank", encoder="lexical", top=4).json()
    assert (ordered["made"], ordered["job"]["state"], ordered["job"]["actor"]) == ({}, "waiting", lead.pseudonym)
    assert program.post("rank", encoder="lexical").json()["detail"].startswith("candidates are already being ranked")
    rank_ordered(now=NOW)
    assert program.get("rank")["job"]["outcome"] == "12 pairs created for 3 queries"
    version = program.post("protocol", values={"batch_size": 4, "window": 2}, seen=1)
    assert (version.status_code, version.json()["made"]) == (201, {"version": 2})
    assert "no clip" in program.post("open").json()["detail"]
    assert program.post("open", allow_missing_clips=True).status_code == 201
    open_ordered(now=NOW)
    campaign.refresh_from_db()
    assert (campaign.status, program.get("open")["job"]["state"]) == ("open", "done")
    assert set(campaign.ledger.exclude(actor__in=("test", "command")).values_list("actor", flat=True)) == {
        lead.pseudonym
    }
    assert [step["step"] for step in program.get()["steps"] if step["only_admins"]] == ["archive"]


def test_rights_and_refusals_are_those_of_the_pages() -> None:
    campaign = make_campaign()
    program, admin = Program(make_lead(campaign).user), Program(make_admin())
    assert program.post("archive").status_code == 403
    assert admin.post("archive", clips=False).json()["job"]["state"] == "waiting"
    assert "only admins name a model" in program.post("rank", encoder="sentence-transformers:/etc").json()["detail"]
    assert "only admins name a model" not in admin.post("rank", encoder="sentence-transformers:/etc").json()["detail"]
    for values in ({"tolerance": "much"}, {"nothing": 1}, {"tolerance": [1]}, {"batch_size": 10**30}):
        assert program.post("protocol", values=values, seen=1).status_code == 400
    for step, body in (("sample", {"split": "x"}), ("trial", {"share": 0}), ("copy", {"slug": "No slug"})):
        assert program.post(step, **body).status_code == 400
    assert program.post("import", kind="videos", file=sent("vid_name,duration,domain\n")).status_code == 400
    assert Job.objects.exclude(kind="archive").count() == 0
    assert program.post("copy", slug="again").json()["made"] == {"campaign": "again"}
    copy_ordered(now=NOW)
    assert Campaign.objects.get(slug="again").members.get().user_id == campaign.members.get().user_id


def test_a_campaign_that_marks_has_its_own_steps() -> None:
    campaign = make_campaign("long", marking=MarkingProtocol())
    program = Program(make_lead(campaign).user, "long")
    names = [step["step"] for step in program.get()["steps"]]
    assert names == ["import", "protocol", "open", "settle", "verify", "archive", "copy", "trial"]
    assert program.post("rank", encoder="lexical").status_code == 404
    assert program.post("protocol", values={"extent": "mean", "grace_s": 30}, seen=1).json()["made"] == {"version": 2}
    Video.objects.create(campaign=campaign, name="walk", duration_s=60)
    asked = '{"qid": 1, "query": "A dog", "vid": "walk", "relevant_windows": [[2, 8]]}\n'
    made = program.post("import", kind="questions", file=sent(asked, "qv.jsonl")).json()["made"]
    assert made == {"added": 1, "already_there": 0}
