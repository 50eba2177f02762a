"""The admin's imports: look first, write when that is confirmed."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.models import Ask
from config.environment import BASE_DIR
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, LedgerEntry, Moment, Pair, Query, Video
from moments.models.staging import StagedFile
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import make_campaign, make_query, opened_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/imports/"
HEADER = b"vid_name,duration,start_s,end_s,desc,type,desc_id\n"
MOMENTS = HEADER + b"film,60,1,2,=A dog.,v,1\nfilm,60,3,4,<b>A cat,v,2\n".replace(b"<b>A cat", b"<b>A cat</b>")


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)


def sent(client: Client, content: bytes, kind: str = "moments", name: str = "m.csv"):
    """The answer to an upload, at its end."""
    body = {"kind": kind, "file": SimpleUploadedFile(name, content)}
    return client.post(f"{PAGE}stage/", body, follow=True)


def address() -> str:
    return f"{PAGE}{StagedFile.objects.latest('pk').pk}/"


def test_a_file_is_shown_and_imported_when_that_is_confirmed(client):
    make_campaign()
    sign_in_admin(client)
    page = sent(client, MOMENTS)
    text = page.content.decode()
    assert page.context["found"].counts == {"moments to add": 2, "videos to add": 1, "moments already imported": 0}
    assert ("&lt;b&gt;A cat&lt;/b&gt;" in text, "<b>A cat" in text) == (True, False)
    assert "1 text begins with =, +, - or @" in text
    assert Moment.objects.count() == 0
    confirmed = client.post(f"{address()}confirm/", follow=True).content.decode()
    assert ("m.csv is imported: 2 added, 0 already there. Draw queries next." in confirmed, Moment.objects.count()) == (
        True,
        2,
    )
    again = client.post(f"{address()}confirm/", follow=True).content.decode()
    assert ("already imported, so it was not imported again" in again, Moment.objects.count()) == (True, 2)
    assert client.get(address()).status_code == 302


def test_a_campaign_that_marks_says_that_it_takes_no_moments_before_anything_is_confirmed(client):
    make_campaign(marking=MarkingProtocol())
    sign_in_admin(client)
    page = sent(client, MOMENTS).content.decode()
    assert "marks segments of whole videos and takes no moments; import whole videos" in page
    assert "Import everything" not in page
    client.post(f"{address()}confirm/", follow=True)
    assert Moment.objects.count() == 0


def test_whole_videos_are_imported_where_segments_are_marked(client):
    make_campaign(marking=MarkingProtocol())
    sign_in_admin(client)
    page = client.get(PAGE)
    assert ([value for value, _ in page.context["kinds"]], "vid_name,duration,domain" in page.content.decode()) == (
        ["videos", "questions"],
        True,
    )
    found = sent(client, b"vid_name,duration,domain\nmatch,60.5,sports\nwalk,12,\n", "videos", "v.csv").context["found"]
    assert found.rows == [("sports", 60.5, "match"), ("–", 12, "walk")]
    assert (found.counts, Moment.objects.count()) == ({"videos to add": 2, "videos already imported": 0}, 0)
    confirmed = client.post(f"{address()}confirm/", follow=True).content.decode()
    assert ("v.csv is imported: 2 added, 0 already there." in confirmed, Moment.objects.filter(whole=True).count()) == (
        True,
        2,
    )
    assert '"kind":"videos"' in LedgerEntry.objects.latest("pk").payload


def test_a_campaign_that_grades_is_not_offered_whole_videos_and_refuses_them(client):
    make_campaign()
    sign_in_admin(client)
    assert "videos" not in dict(client.get(PAGE).context["kinds"])
    page = sent(client, b"vid_name,duration,domain\nmatch,60.5,sports\n", "videos", "v.csv").content.decode()
    assert "grades moments and takes no whole videos; import moments" in page
    assert "Import everything" not in page


@pytest.mark.parametrize(("kind", "rows"), [("moments", "moments"), ("queries", "queries"), ("ls", "scores")])
def test_a_video_is_refused_as_one_before_it_is_kept(client, kind: str, rows: str):
    make_campaign()
    sign_in_admin(client)
    page = sent(client, b"\0\0\0\x20ftypisom" + bytes(100_000), kind, "film.mp4")
    assert (page.status_code, StagedFile.objects.count()) == (400, 0)
    assert f"The file is a video, not a list of {rows}; upload videos on the page Video files." in page.content.decode()


def test_every_faulty_line_is_listed_and_nothing_can_be_imported(client):
    make_campaign()
    sign_in_admin(client)
    lines = b"".join(b"film,60,1,0,A dog.,v,%d\n" % number for number in range(130))
    page = sent(client, HEADER + lines)
    found = page.context["found"]
    assert (found.fault_count, len(found.faults), found.faults[0].line) == (130, 100, 2)
    assert "end 0 is not after start 1" in page.content.decode()
    assert "Import everything" not in page.content.decode()
    confirmed = client.post(f"{address()}confirm/", follow=True).content.decode()
    assert "The file was not imported: m.csv line 2: end 0 is not after start 1." in confirmed
    assert Moment.objects.count() == 0


@pytest.mark.parametrize(
    ("content", "name", "problem"),
    [
        (b"\x1f\x8b\x08", "m.jsonl.gz", "m.jsonl.gz: is compressed with gzip; unpack it first"),
        (b"<!doctype html>", "m.jsonl", "m.jsonl: is a web page or XML"),
        (b"PK\x03\x04", "m.xlsx", "m.xlsx: is a ZIP archive or a spreadsheet"),
        (b"a,b\n1,2\n", "m.csv", "m.csv line 1: column &#x27;vid_name&#x27; is missing"),
    ],
)
def test_a_file_of_another_kind_is_named_as_it_was_given(client, content: bytes, name: str, problem: str):
    make_campaign()
    sign_in_admin(client)
    page = sent(client, content, name=name).content.decode()
    assert problem in page
    assert ("Import everything" in page, str(settings.DATA_DIR) in page) == (False, False)


def test_what_contradicts_the_campaign_is_a_fault_and_what_is_known_is_counted(client):
    make_campaign()
    sign_in_admin(client)
    sent(client, MOMENTS)
    client.post(f"{address()}confirm/")
    assert "The campaign already contains everything in this file." in sent(client, MOMENTS).content.decode()
    found = sent(client, MOMENTS.replace(b"A dog", b"A cow") + b"film,61,1,2,x,v,7\n").context["found"]
    assert [(fault.line, fault.problem) for fault in found.faults] == [
        (2, "desc_id 1 is already in the campaign with different content"),
        (4, "duration: 61, but an earlier line has 60 for this video"),
    ]


def test_queries_and_candidates_are_held_against_the_campaign(client):
    moment = make_query(make_campaign(), pairs=2).own_moment
    sign_in_admin(client)
    page = sent(client, b"query_id,query,split,desc_id\n5,A dog.,val,\n6,A cat.,val,99\n", "queries")
    assert page.context["found"].faults[0].problem == "desc_id 99 is not a moment of the campaign"
    candidates = b"query_id,desc_id,rank,similarity\n1,%d,1,0.5\n" % moment.desc_id
    page = sent(client, candidates, "candidates")
    assert page.context["found"].counts["queries with replaced candidates"] == 1
    client.post(f"{address()}confirm/")
    assert (Pair.objects.count(), Query.objects.count()) == (1, 1)


def test_candidates_of_another_system_are_kept_as_its_lists_when_it_is_named(client):
    query = make_query(make_campaign(), pairs=3)
    moment = query.pairs.first().moment
    rows = f"query_id,desc_id,rank,similarity\n{query.query_id},{moment.desc_id},1,0.5\n".encode()
    sign_in_admin(client)
    sent(client, rows, kind="candidates", name="theirs.csv")
    page = client.get(address(), {"source": "theirs"})
    assert page.context["found"].counts["queries with a new list"] == 1
    refused = client.post(f"{address()}confirm/", {"source": "lexical"}, follow=True).content.decode()
    assert "The file was not imported: source: &#x27;lexical&#x27; is the name of an encoder" in refused
    confirmed = client.post(f"{address()}confirm/", {"source": "theirs"}, follow=True).content.decode()
    assert "theirs.csv is imported: 1 queries, 1 candidates listed." in confirmed
    assert list(query.candidate_lists.values_list("source", "desc_ids")) == [("theirs", [moment.desc_id])]
    assert (query.pairs.count(), '"source":"theirs"' in LedgerEntry.objects.latest("pk").payload) == (3, True)


def test_a_form_without_file_or_kind_is_refused(client):
    make_campaign()
    sign_in_admin(client)
    assert client.post(f"{PAGE}stage/", {"kind": "moments"}).status_code == 400
    assert sent(client, b"x", kind="everything").status_code == 400
    assert sent(client, b"").status_code == 400


def test_a_file_is_put_away(client):
    make_campaign()
    sign_in_admin(client)
    sent(client, MOMENTS)
    where = address()
    client.post(f"{where}put-away/")
    assert (StagedFile.objects.count(), client.get(where).status_code) == (0, 404)


def test_a_file_of_another_campaign_is_not_there(client):
    make_campaign()
    make_campaign("others")
    sign_in_admin(client)
    sent(client, MOMENTS)
    where = address().replace("films", "others")
    assert [client.get(where).status_code, client.post(f"{where}confirm/").status_code] == [404, 404]


def test_nobody_but_admins_gets_in(client):
    campaign, _ = opened_campaign(pairs=1)
    assert refusals(client, campaign, PAGE) == REFUSED


def test_its_queries_do_not_grow_with_the_files(client, django_assert_num_queries):
    make_campaign()
    sign_in_admin(client)
    for count in (1, 2):
        for _ in range(count):
            sent(client, MOMENTS)
        client.get(PAGE)
        with django_assert_num_queries(5):
            client.get(PAGE)


RAW = b"pair_id,worker,relevance\n0,a,2\n0,b,3\n1,a,0\n1,a,4\n"
LABELS = json.dumps(
    [
        {
            "pair_id": pair,
            "query_id": 1,
            "query": "a dog",
            "video_name": "film",
            "timestamp": [pair, pair + 1],
            "duration": 60,
            "caption": "a dog runs",
            "similarity": 0.5,
            "relevance": 3,
        }
        for pair in (0, 1)
    ]
).encode()


def test_published_files_are_looked_at_and_imported_together(client):
    campaign = make_campaign()
    sign_in_admin(client)
    assert "no file describes 2 pairs that have scores" in sent(client, RAW, "tvr", "raw.csv").content.decode()
    page = sent(client, LABELS, "tvr", "val.json")
    counts = page.context["found"].counts
    assert (counts["would agree"], counts["would be discarded"], counts["pairs to add"]) == (1, 1, 2)
    assert "Files imported together: raw.csv, val.json." in page.content.decode()
    assert "1 pair has two scores by the same worker." in page.content.decode()
    assert Moment.objects.count() == 0
    sent(client, RAW + b"0,a\n0,a,9\n", "tvr", "more.csv")
    faults = client.get(address()).context["found"].faults
    assert [f"{fault.line} {fault.problem}" for fault in faults] == [
        "6 more.csv: has 2 fields, the header has 3",
        "7 more.csv: relevance: expected an integer 0 to 4, got 9",
    ]
    client.post(f"{address()}put-away/")
    confirmed = client.post(f"{address()}confirm/", follow=True).content.decode()
    assert "val.json is imported: 2 pairs, 4 scores, 1 agreed, 1 discarded." in confirmed
    campaign.refresh_from_db()
    assert (campaign.status, StagedFile.objects.filter(imported_at=None).count()) == ("archive", 0)
    assert "You cannot add files to it" in client.get(PAGE).content.decode()


def test_label_studio_is_read_under_the_terms_of_the_form(client):
    make_campaign()
    sign_in_admin(client)
    result = [{"type": "rating", "value": {"rating": 5}}]
    tasks = [{"id": 1, "data": {"text": "a dog", "video": "v"}, "annotations": [{"completed_by": 7, "result": result}]}]
    found = sent(client, json.dumps(tasks).encode(), "ls", "tasks.json").context["found"]
    assert [fault.problem for fault in found.faults] == ["rating: expected an integer 0 to 4, got 5"]
    terms = {"key_query": "text", "lowest": "1"}
    page = client.get(address(), terms)
    assert page.context["found"].counts["would stay undecided"] == 1
    assert client.get(address(), {"lowest": "2"}).context["found"].problem == "lowest: expected 0 or 1"
    assert "1 pairs, 1 scores" in client.post(f"{address()}confirm/", terms, follow=True).content.decode()


def test_an_open_campaign_shows_that_it_becomes_no_archive(client):
    opened_campaign(pairs=1)
    sign_in_admin(client)
    page = sent(client, RAW, "tvr", "raw.csv")
    assert "is open; only a draft can become an archive" in page.content.decode()
    assert "Import everything" not in page.content.decode()


QUESTIONS = (
    b"vid_name,task,query,origin,windows,condition_video,condition_s\n"
    b'match,ms,"When, exactly?",person,"[[1.5, 4]]",,\n'
    b"match,ims,When is it seen?,person,,walk,3\n"
)
QVHIGHLIGHTS = (
    b'{"qid": 7, "query": "A goal", "vid": "match", "relevant_windows": [[2, 8]]}\n'
    b'{"qid": 8, "query": "A dog", "vid": "match", "relevant_windows": [[58, 62]]}\n'
)


def marking_films() -> Campaign:
    campaign = make_campaign(marking=MarkingProtocol())
    for name, seconds in (("match", 60.5), ("walk", 12)):
        Video.objects.create(campaign=campaign, name=name, duration_s=seconds)
    return campaign


def test_a_lead_imports_ready_questions_with_a_preview(client):
    campaign = marking_films()
    lead = sign_in_lead(client, campaign)
    found = sent(client, QUESTIONS, "questions", "q.csv").context["found"]
    assert found.rows == [
        ("ms", "1.5–4", "match", "When, exactly?"),
        ("ims", "–", "match", "When is it seen?"),
    ]
    assert (found.counts, Ask.objects.count()) == ({"questions to add": 2, "questions already imported": 0}, 0)
    confirmed = client.post(f"{address()}confirm/", follow=True).content.decode()
    assert ("q.csv is imported: 2 added, 0 already there." in confirmed, Ask.objects.count()) == (True, 2)
    assert (
        "already imported, so it was not imported again"
        in client.post(f"{address()}confirm/", follow=True).content.decode()
    )
    found = sent(client, QVHIGHLIGHTS, "questions", "qv.jsonl").context["found"]
    assert found.counts == {"questions to add": 2, "questions already imported": 0}
    client.post(f"{address()}confirm/")
    assert sorted(Ask.objects.values_list("segments", flat=True)) == [
        [],
        [[1500, 4000]],
        [[2000, 8000]],
        [[58000, 60500]],
    ]
    assert [entry.actor for entry in campaign.ledger.filter(kind="corpus_imported")] == [lead, lead]


def test_each_line_of_questions_that_cannot_be_used_is_named(client):
    campaign = marking_films()
    sign_in_lead(client, campaign)
    wrong = (
        b"vid_name,task,query,origin,windows,condition_video,condition_s\n"
        b"match,ms,Good?,person,,,\n"
        b"other,ms,Which?,person,,,\n"
        b'match,ms,Late?,person,"[[59, 90]]",,\n'
        b"match,xs,Task?,person,,,\n"
        b"match,ims,After?,person,,walk,99\n"
    )
    page = sent(client, wrong, "questions", "q.csv")
    found = page.context["found"]
    assert [fault.line for fault in found.faults] == [3, 4, 5, 6]
    assert [words in str(fault) for fault, words in zip(found.faults, WORDS, strict=True)] == [True] * 4
    assert "Import everything" not in page.content.decode()
    refused = client.post(f"{address()}confirm/", follow=True).content.decode()
    assert ("The file was not imported: q.csv line " in refused, Ask.objects.count()) == (True, 0)
    graded = make_campaign("graded")
    sign_in_lead(client, graded)
    body = {"kind": "questions", "file": SimpleUploadedFile("q.csv", QUESTIONS)}
    page = client.post("/c/graded/corpus/imports/stage/", body, follow=True).content.decode()
    assert ("nobody writes questions in this campaign" in page.lower(), Ask.objects.count()) == (True, 0)


WORDS = ("the campaign has no video", "windows: ", "task: ", "condition_s: the video ends at 12 s")


def test_twins_in_a_file_are_shown_before_and_after(client: Client) -> None:
    campaign, _ = twin_campaign(twins=0, opened=False)
    sign_in_admin(client)
    offered = client.get("/c/arrow/corpus/imports/").content.decode()
    assert ("twins.csv" in offered, "candidates.csv" in offered, "videos.csv" in offered) == (True, False, False)
    sample = BASE_DIR / "static" / "console" / "corpus" / "samples" / "twins.csv"
    file = SimpleUploadedFile("twins.csv", sample.read_bytes())
    page = client.post("/c/arrow/corpus/imports/stage/", {"kind": "moments", "file": file}, follow=True)
    found = page.context["found"]
    assert (found.columns[6:], found.rows[1][6:8]) == (("direction", "twin", "description"), ("backward", 1))
    assert found.counts == {
        "moments to add": 3,
        "pairs of twins": 1,
        "videos to add": 2,
        "moments already imported": 0,
    }
    done = client.post(f"{page.redirect_chain[-1][0]}confirm/", follow=True)
    assert "Make their twins next." in done.content.decode()
    assert campaign.moments.filter(as_forward__isnull=False).count() == 1
