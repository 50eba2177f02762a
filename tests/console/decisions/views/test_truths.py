import re

import pytest

from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam
from annotator.models import ExamItem, Gold, Seat
from moments.models import LedgerEntry
from tests.console.decisions.scenes import PROGRAM, act, queue_page
from tests.console.scenes import open_scene, sign_in_lead
from tests.factories import NOW, make_member, make_query

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """An open query of four pairs, two of them in its batch, and a draft of an exam of two pairs."""
    campaign = open_scene(pairs=4, batch_size=2)
    make_query(campaign, pairs=2, split="exam")
    create_exam(campaign=campaign, queries=1, depth=2, truth_kind="gold", now=NOW, actor="test")
    return campaign


def send(client, kind, item, what="item", **body):
    return client.post(act(kind, item, what), body, headers=PROGRAM)


def cards(client, kind):
    page = client.get(queue_page(kind)).content.decode()
    return re.findall(r'data-item="(\d+)".+?data-decide.+?name="seen" value="(\w*)"', page, re.DOTALL)


def test_exam_truth_is_set_explained_and_taken_back_until_the_exam_opens(client, campaign):
    sign_in_lead(client, campaign)
    (first, seen), (second, other) = cards(client, "exam")
    line = send(client, "exam", first, decision="3", reason="The ball is red.", seen=seen).content.decode()
    assert ("truth 3" in line, "The ball is red." in line) == (True, True)
    again = send(client, "exam", first, decision="1", seen=seen)
    assert (again.status_code, "already has the truth 3" in again.content.decode()) == (409, True)
    assert "Look twice." in send(client, "exam", first, "reason", typed="Look twice.").content.decode()
    item = ExamItem.objects.get(pk=first)
    assert (item.truth, item.explanation) == (3, "Look twice.")
    assert send(client, "exam", first, "undo", seen="2").status_code == 409
    assert f'data-item="{first}"' in send(client, "exam", first, "undo", seen="3").content.decode()
    item.refresh_from_db()
    assert (item.truth, item.explanation) == (None, "Look twice.")
    ((_, seen), _) = cards(client, "exam")
    send(client, "exam", first, decision="0", seen=seen)
    send(client, "exam", second, decision="4", seen=other)
    open_exam(exam=item.exam, actor="test", now=NOW)
    late = send(client, "exam", first, "undo", seen="0")
    assert "its truth is fixed" in late.content.decode()
    item.refresh_from_db()
    assert (item.truth, item.explanation) == (0, "Look twice.")
    assert client.post(act("exam", 999_999), {"decision": "3"}).status_code == 404


def test_gold_is_set_once_and_stopped(client, campaign):
    sign_in_lead(client, campaign)
    assert [item for item, _ in cards(client, "gold")] == ["3", "4"]
    line = send(client, "gold", 3, decision="2", reason="half of it").content.decode()
    assert "gold with 2" in line
    again = send(client, "gold", 3, decision="4")
    assert (again.status_code, "is gold already" in again.content.decode()) == (409, True)
    assert '"half of it"' in LedgerEntry.objects.get(kind="gold_set").payload
    assert [item for item, _ in cards(client, "gold")] == ["4"]
    assert send(client, "gold", 3, "undo", seen="1").status_code == 409
    assert 'data-item="3"' in send(client, "gold", 3, "undo", seen="2").content.decode()
    assert ([item for item, _ in cards(client, "gold")], Gold.objects.count()) == (["3", "4"], 0)
    send(client, "gold", 3, decision="1")
    pair = campaign.pairs.get(number=3)
    Seat.objects.create(
        campaign=campaign, pair=pair, purpose="gold", round=1, number=1, state="scored", annotator=make_member(campaign)
    )
    send(client, "gold", 3, "undo", seen="1")  # somebody answered
    assert ([item for item, _ in cards(client, "gold")], Gold.objects.get().active) == (["4"], False)
    assert send(client, "gold", 3, "reason", typed="x").status_code == 400
