import pytest

from annotator.seats.selectors.queue import prioritised, priority_tiers
from consensus.queries.services.prioritising import set_priority
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, claim, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db


def prioritise(campaign, *queries, priority):
    return set_priority(campaign=campaign, queries=queries, priority=priority, now=NOW, actor="L1")


def queries_of(seats):
    return [seat.pair.query.query_id for seat in seats]


def test_shares_of_what_goes_first_are_handed_out_first_and_the_last_last():
    campaign, (one, _) = opened_campaign(people=2, queries=4, pairs=2)
    prioritise(campaign, 3, priority=5)
    prioritise(campaign, 1, priority=-1)
    given = []
    for _ in range(4):
        seats = claim(one, 2)
        given.append(seats[0].pair.query.query_id)
        campaign.seats.filter(pk__in=[seat.pk for seat in seats]).update(state="released")
        campaign.seats.filter(annotator=one, state="reserved").update(state="released")
    assert (given[0], set(given[1:3]), given[3]) == (3, {2, 4}, 1)


def test_single_seats_of_what_goes_first_come_before_older_ones():
    campaign, members = opened_campaign(people=4, queries=2, pairs=12)
    first_pair = campaign.pairs.filter(query__query_id=2).first()
    score_all(members[:2], lambda pair, member: 4 * (member == members[0]))
    settle(campaign)
    prioritise(campaign, 2, priority=1)
    assert set(queries_of(claim(members[2], 10))) == {first_pair.query.query_id}


def test_a_high_share_comes_before_usual_single_seats():
    campaign, members = opened_campaign(people=3, queries=2, pairs=3)
    score_all(members[:2], lambda pair, member: 4 * (member == members[0]) if pair.query.query_id == 1 else 2)
    settle(campaign)
    assert set(queries_of(claim(members[2], 3))) == {1}


def test_campaigns_without_priorities_ask_the_partial_index_alone(django_assert_num_queries):
    campaign, _ = opened_campaign(pairs=1)
    assert priority_tiers(campaign) == [None]  # prepares the statement on this connection
    with django_assert_num_queries(1):
        assert priority_tiers(campaign) == [None]
    assert "NOT (" in str(prioritised(campaign.pk).query)
    prioritise(campaign, 1, priority=2)
    assert priority_tiers(campaign) == [2, 0]


def test_it_is_in_the_ledger_once():
    campaign, _ = opened_campaign(queries=2, pairs=1)
    assert prioritise(campaign, 1, 2, priority=3) == 2
    assert prioritise(campaign, 1, 2, priority=3) == 0
    assert LedgerEntry.objects.get(kind="queries_prioritised").payload == '{"priority":3,"queries":[1,2]}'


@pytest.mark.parametrize(
    ("queries", "priority", "message"),
    [((1,), 10, "priority: expected -9 to 9"), ((), 1, "choose at least one"), ((1, 77), 1, "no query 77")],
)
def test_bad_input_changes_nothing(queries, priority, message):
    campaign, _ = opened_campaign(pairs=1)
    with pytest.raises(BadInput, match=message):
        prioritise(campaign, *queries, priority=priority)
    assert campaign.queries.get().priority == 0
