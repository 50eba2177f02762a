"""Programs that send what nobody should to a twins campaign: each is refused by its field, and nothing stays."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.uploads import LARGEST_REQUEST_BYTES
from moments.models import LedgerEntry, Moment, StagedFile
from tests.factories import make_campaign, make_lead, make_member
from tests.twins import Road

pytestmark = pytest.mark.django_db
HERE = "/api/v1/campaigns/arrow/"
JUDGE = {"decision": "judge", "reason": "seen", "criterion": "state", "unreal": "neither"}
SPLITS = {"val": 1, "test": 1}
CALLS = {
    "twins/1/decide/": JUDGE,
    "twins/1/undo/": {"reason": "seen"},
    "exam/": {"clips": [{"clip": 1, "case": "twins"}] * 3},
    "steps/splits/": SPLITS,
    "steps/rewrite/": {},
    "steps/sample-rewrites/": {"size": 1},
    "steps/protocol/": {"values": {"min_words": 2}, "seen": 1},
    "steps/open/": {},
    "steps/twins/": {},
}
HALF = "\ud800"


@pytest.fixture
def road() -> Road:
    return Road().judged("neither", "backward", "no").seen()


def signed_in(user) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@pytest.fixture
def lead(road) -> Client:
    return signed_in(make_lead(road.campaign).user)


def post(client: Client, call: str, body: object):
    sent = body if isinstance(body, str) else json.dumps(body)
    return client.post(HERE + call, sent, content_type="application/json")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("body", ['{"a":' * 3000, "[" * 100_000, "[]", "null", '"text"', "{"])
def test_what_is_no_object_is_the_senders_error(lead, call, body):
    """Steps answered 500 to JSON that is nested too deeply."""
    before = LedgerEntry.objects.count()
    assert (post(lead, call, body).status_code, LedgerEntry.objects.count()) == (400, before)


@pytest.mark.parametrize("call", CALLS)
def test_half_a_surrogate_pair_is_refused_by_its_field(lead, call):
    """The step `protocol` answered 500 where it was the name of a parameter."""
    field = next(iter(CALLS[call]), "more")
    for value in (HALF, {HALF: 1}, [HALF]):
        answer = post(lead, call, {**CALLS[call], field: value})
        assert (answer.status_code, list(answer.json())) == (400, [field])


@pytest.mark.parametrize(
    ("call", "field", "values"),
    [
        ("twins/1/decide/", "decision", ["", "a\0", 1, None, [], {}, "withdraw"]),
        ("twins/1/decide/", "reason", ["", " ", "a\0", None, [], {}, True, "x" * 30_000]),
        ("twins/1/decide/", "criterion", ["", "a\0", 1, [], {}, "neither"]),
        ("twins/1/decide/", "unreal", ["", "a\0", 1, [], {}, "first"]),
        ("twins/1/undo/", "verdict", [0, -1, 1.5, "a\0", [], {}, "x" * 2000]),
        ("twins/1/undo/", "reason", ["a\0", None, [], {}, "x" * 30_000]),
        ("exam/", "writing", [None, 1, {}, ["a\0"], [2**63], [-1], [1] * 20_000]),
        ("exam/", "seed", [-1, 2**63, 1.5, None, [], "a\0"]),
        ("exam/", "most_misalignment", ["a\0", [], {}, "x" * 2000]),
        ("steps/splits/", "val", [-1, 2**63, 10**400, 1.5, None, [], "a\0"]),
        ("steps/splits/", "seed", [-1, 2**63, 1.5, None, [], "a\0"]),
        ("steps/splits/", "tolerance", [-1, 2, None, [], "a\0", 10**400, "inf"]),
        ("steps/splits/", "replace", [None, [], 7, "a\0"]),
        ("steps/rewrite/", "most_tokens", [0, 10**400, None, [], "a\0"]),
        ("steps/rewrite/", "encoder", ["", "a\0", None, [], "x" * 30_000]),
        ("steps/rewrite/", "least_similar", [-1, 2, [], "a\0", "inf"]),
        ("steps/sample-rewrites/", "size", [0, -1, 2**63, 1.5, [], "a\0"]),
        ("steps/sample-rewrites/", "seed", [-1, 2**63, 1.5, None, [], "a\0"]),
        ("steps/protocol/", "seen", [0, -1, 1.5, None, [], "a\0"]),
        ("steps/protocol/", "values", [None, [], 1, "a\0", {"min_words": None}]),
    ],
)
def test_values_that_cannot_be_are_refused_by_their_field(lead, call, field, values):
    before = LedgerEntry.objects.count()
    for value in values:
        answer = post(lead, call, {**CALLS[call], field: value})
        assert (answer.status_code, field in answer.json()) == (400, True), value
    assert LedgerEntry.objects.count() == before


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_have_are_refused(lead, token):
    assert post(lead, "steps/splits/", f'{{"val": 1, "test": 1, "tolerance": {token}}}').status_code == 400


@pytest.mark.parametrize("text", ["nan", "inf", "1e400"])
def test_texts_that_read_as_no_finite_number_are_refused(lead, text):
    for call, field in (("steps/splits/", "tolerance"), ("steps/rewrite/", "least_similar")):
        answer = post(lead, call, {**CALLS[call], field: text})
        assert (answer.status_code, list(answer.json())) == (400, [field]), call


def test_a_criterion_of_a_clip_in_which_time_does_not_matter_is_refused_in_plain_words(lead):
    answer = post(lead, "twins/1/decide/", {**JUDGE, "temporal": False})
    assert answer.json() == {"criterion": ["a judgement that time does not matter has none, got 'state'"]}


@pytest.mark.parametrize("number", [0, 10**6, 2**31, 2**63, 10**40])
def test_numbers_of_nothing_are_not_found(lead, number):
    for call in (f"twins/{number}/decide/", f"twins/{number}/undo/", f"exam/samples/{number}/grade/"):
        assert post(lead, call, {"passed": True, **JUDGE}).status_code == 404


def test_people_of_another_campaign_and_annotators_reach_no_call_of_leads(road):
    other = make_campaign("other")
    strangers = [make_lead(other).user, make_member(other).user]
    annotators = [road.people[0].user, road.people[-1].user]
    before = LedgerEntry.objects.filter(campaign=road.campaign).count()
    for users, status in ((strangers, 404), (annotators, 403)):
        for client in map(signed_in, users):
            for call, body in {**CALLS, "exam/samples/1/grade/": {"passed": True}}.items():
                assert post(client, call, body).status_code == status, call
    assert LedgerEntry.objects.filter(campaign=road.campaign).count() == before


def test_what_belongs_to_one_campaign_cannot_be_named_in_another(road):
    """Numbers of pairs begin at 1 in each campaign, so that pair 1 of the other one is untouched too."""
    other = make_campaign("other")
    client = signed_in(make_lead(other).user)
    for what in ("decide", "undo"):
        answer = client.post(f"/api/v1/campaigns/other/twins/1/{what}/", JUDGE, content_type="application/json")
        assert answer.status_code == 404
    assert road.verdicts("judge") == []


@pytest.mark.parametrize("length", [LARGEST_REQUEST_BYTES + 1, 4 * 2**30])
def test_a_matrix_of_4_gb_is_refused_before_it_is_read(road, lead, length):
    """Only its first bytes are there: whoever read on would wait for the rest."""
    kind = "multipart/form-data; boundary=x"
    for address in ("/c/arrow/runs/upload/", f"{HERE}steps/import/"):
        answer = lead.generic("POST", address, b"--x--\r\n", content_type=kind, CONTENT_LENGTH=str(length))
        assert answer.status_code == 400, address


@pytest.mark.parametrize(
    ("others", "problem"),
    [
        (["b,9,3,8,,v,91,backward,90"], "m.csv line 2: twin: "),
        (["b,9,3,7,,v,91,backward,90", "b,9,3,7,,v,92,backward,90"], "m.csv line 4: twin: "),
        (["b,9,3,7,,v,91,backward,92", "b,9,3,7,,v,92,backward,91"], "m.csv line 2: twin: "),
        (["b,9,3,7,A cat.,v,91,forward,90"], "m.csv line 2: twin: "),
        (["b,9,3,7,,v,91,backward,90\0"], "m.csv line 3"),
    ],
    ids=["another length", "twin of a twin", "one-sided", "same direction", "NUL"],
)
def test_a_program_cannot_import_what_is_no_twin(road, lead, settings, tmp_path, others, problem):
    settings.DATA_DIR = tmp_path
    before = Moment.objects.count()
    header = "vid_name,duration,start_s,end_s,desc,type,desc_id,direction,twin"
    text = "\n".join([header, "b,9,3,7,A dog.,v,90,forward,91", *others, ""])
    file = SimpleUploadedFile("m.csv", text.encode())
    answer = lead.post(f"{HERE}steps/import/", {"kind": "moments", "file": file})
    assert (answer.status_code, answer.json()["detail"][: len(problem)]) == (400, problem)
    assert (Moment.objects.count(), StagedFile.objects.count()) == (before, 0)
