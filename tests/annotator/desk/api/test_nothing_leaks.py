"""R9 and I6: markers planted where annotators must not look stand in no byte that they get."""

import pytest

from annotator.models import Membership
from moments.models import Moment, Pair, Video
from tests.factories import claim, entry, make_lead, opened_campaign, settle, submit

pytestmark = pytest.mark.django_db
MARK = "canary"
CALLS = ("/api/v1/scores/", "/api/v1/me/", "/", "/c/films/score/")


@pytest.fixture
def campaign():
    campaign, members = opened_campaign(people=4, pairs=20)
    for moment in Moment.objects.all():
        moment.caption = f"{MARK}-caption-{moment.pk}"
        moment.description = f"{MARK}-description-{moment.pk}"
        moment.save()
    Video.objects.update(name=f"{MARK}-video")
    Pair.objects.update(similarity=0.731731)
    Membership.objects.filter(pk=members[1].pk).update(pseudonym=f"{MARK}-w")
    make_lead(campaign)
    return campaign, members


def test_no_answer_holds_a_marker(campaign, client_of) -> None:
    campaign, (one, two, *_) = campaign
    for seat in claim(two, 20):
        submit(two, seat, 4)
    client = client_of(one)
    seen = []
    claimed = client.post("/api/v1/seats/claim/", {"count": 20}, content_type="application/json")
    seen.append(claimed)
    entries = [entry(seat, 0) for seat in claim(one, 20)]
    seen.append(client.post("/api/v1/scores/", {"scores": entries, "claim": 5}, content_type="application/json"))
    settle(campaign)
    client.force_login(one.user)
    seen += [client.get(url) for url in CALLS]
    assert [answer.status_code for answer in seen if answer.status_code not in (200, 302)] == []
    for answer in seen:
        text = answer.content.decode() + str(answer.headers)
        assert MARK not in text
        assert "731731" not in text
        assert "similarity" not in text.lower()
    assert all(set(seat) == {"id", "query", "clip"} for seat in claimed.json()["seats"])


def test_what_a_person_sees_of_a_score_is_the_same_whatever_others_did(campaign, client_of) -> None:
    """One pair agrees, one is escalated; to its annotator both look alike."""
    campaign, (one, two, *_) = campaign
    mine = {seat.pair_id: seat for seat in claim(one, 20)}
    for place, seat in enumerate(claim(two, 20)):
        submit(two, seat, 3 if place % 2 else 0)
        submit(one, mine[seat.pair_id], 3)
    settle(campaign)
    scores = client_of(one).get("/api/v1/scores/").json()["scores"]
    answers = {(score["relevance"], score["changeable"], score["changeable_until"]) for score in scores}
    assert len(answers) == 1
