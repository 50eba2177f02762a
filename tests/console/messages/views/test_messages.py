"""Messages of leads: who gets them, who has read them, and who cannot get them."""

import pytest
from django.db import IntegrityError, InternalError, transaction

from annotator.messages.services import send_message
from annotator.models import Message, MessageReceipt
from moments.base.errors import BadInput
from tests.factories import NOW, make_campaign, make_lead, make_member

pytestmark = pytest.mark.django_db
PAGE = "/c/camp/people/messages/"


def test_a_lead_writes_to_all_or_some_and_sees_who_has_read_it(client):
    campaign = make_campaign("camp")
    one, two, three = (make_member(campaign) for _ in range(3))
    lead = make_lead(campaign)
    client.force_login(lead.user)
    assert "No messages have been sent yet" in client.get(PAGE).content.decode()
    sent = {"to": "all", "text": "  Watch the <b>whole</b> clip.\n", "once": "a"}
    assert client.post(PAGE, sent, follow=True).content.decode().count("sent to 3 people") == 1
    assert "sent already" in client.post(PAGE, sent, follow=True).content.decode()
    some = {"to": "some", "person": [one.pseudonym, two.pseudonym, one.pseudonym], "text": "You two", "once": "b"}
    assert "sent to 2 people" in client.post(PAGE, some, follow=True).content.decode()
    assert list(Message.objects.order_by("pk").values_list("text", "to_all", "actor")) == [
        ("Watch the <b>whole</b> clip.", True, lead.pseudonym),
        ("You two", False, lead.pseudonym),
    ]
    client.force_login(one.user)
    page = client.get("/c/camp/start/").content.decode()
    assert "Watch the &lt;b&gt;whole&lt;/b&gt; clip." in page
    assert "You two" in page
    first = Message.objects.earliest("pk")
    client.post(f"/c/camp/messages/{first.pk}/read/")
    assert client.post(f"/c/camp/messages/{2**63}/read/").status_code == 302  # longer than a key
    page = client.get("/c/camp/start/").content.decode()
    assert ("whole" in page, "You two" in page) == (False, True)
    assert client.get("/c/camp/start/?seen=other", headers={"HX-Request": "true"}).status_code == 200
    client.force_login(three.user)
    assert "You two" not in client.get("/c/camp/start/").content.decode()
    client.force_login(lead.user)
    page = client.get(PAGE).content.decode()
    assert ("Read by 1 of 3" in page, "Read by 0 of 2" in page) == (True, True)
    long = "\r\n".join("x" * 1000)  # 1999 characters, as the form counts them
    assert client.post(PAGE, {"to": "all", "text": long, "once": "c"}).status_code == 302
    assert Message.objects.latest("pk").text == long.replace("\r", "")
    late = make_member(campaign)
    assert not MessageReceipt.objects.filter(member=late).exists()


def test_foreign_people_leads_and_bad_texts_are_refused_and_nobody_gets_anything(client):
    campaign, other = make_campaign("camp"), make_campaign("other")
    one, stranger, lead = make_member(campaign), make_member(other), make_lead(campaign)
    for text, to, problem in (
        (
            "hello",
            [one.pseudonym, stranger.pseudonym],
            f"to: {stranger.pseudonym} is not an annotator of this campaign",
        ),
        ("hello", [lead.pseudonym], f"to: {lead.pseudonym} is not an annotator"),
        ("hello", [], "to: choose at least one person"),
        (" \n ", None, "text: write a message"),
        ("x" * 2001, None, "text: expected at most 2000"),
    ):
        with pytest.raises(BadInput, match=problem):
            send_message(campaign=campaign, text=text, pseudonyms=to, actor="L", now=NOW)
    client.force_login(lead.user)
    answer = client.post(PAGE, {"to": "some", "person": ["nobody"], "text": "my <words>"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "The message was not sent: to: nobody is not an annotator" in page
    assert "my &lt;words&gt;" in page
    assert not Message.objects.exists()
    message = send_message(campaign=campaign, text="hello", pseudonyms=None, actor="L", now=NOW)
    for member in (stranger, lead):
        with pytest.raises((IntegrityError, InternalError), match="annotators of its campaign"), transaction.atomic():
            MessageReceipt.objects.create(message=message, member=member, sent_at=NOW)
    with pytest.raises((IntegrityError, InternalError), match="never changes"), transaction.atomic():
        Message.objects.update(text="other words")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_messages(client, rows, django_assert_num_queries):
    campaign = make_campaign("camp")
    for _ in range(rows):
        make_member(campaign)
        send_message(campaign=campaign, text="hello", pseudonyms=None, actor="L", now=NOW)
    client.force_login(make_lead(campaign).user)
    with django_assert_num_queries(7):
        client.get(PAGE)
