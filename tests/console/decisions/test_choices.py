import pytest

from console.decisions.choices import REASON_KEYS
from console.decisions.selectors.registry import MARKED_QUEUES, QUEUES
from console.decisions.views.acts import ACTS, MARKED_ACTS
from tests.factories import make_campaign

HELD = {"u", "n", "j", "k", " ", "p", "r", "[", "]", ",", ".", "-", "+", "="}  # keys of every queue


@pytest.mark.django_db
def test_every_queue_has_its_acts_and_no_key_means_two_things():
    campaign = make_campaign()
    for queue in (*QUEUES, *MARKED_QUEUES):
        keys = [choice.key for choice in queue.choices(campaign)]
        assert len({*keys} | HELD | {*REASON_KEYS}) == len(keys) + len(HELD) + len(REASON_KEYS), queue.key
        assert bool(queue.reasons) or not any(choice.asks_reason for choice in queue.choices(campaign)), queue.key
    assert set(ACTS) == {queue.key for queue in QUEUES}
    assert set(MARKED_ACTS) == {queue.key for queue in MARKED_QUEUES}
