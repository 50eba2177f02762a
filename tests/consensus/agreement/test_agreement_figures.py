from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from annotator.statistics.bootstrap import Resampling
from annotator.statistics.kappa import Weighting
from annotator.statistics.pairwise import mean_pairwise_kappa
from consensus.agreement.blocks import alpha_by_pairs, alpha_by_week, block_size
from consensus.agreement.columns import Scored, paired
from consensus.agreement.figures import AgreementFigures, agreement_figures
from consensus.agreement.matrix import matrix_rows, matrix_table, mean_kappa
from consensus.agreement.ranges import Fate

HOUR = 3_600_000
NOBODY = Fate((), ())

# pair, query, person, round, score; A and B share four pairs, C and D come to the one they split on
TINY = [
    (1, 7, "A", 1, 0), (1, 7, "B", 1, 0),
    (2, 7, "A", 1, 2), (2, 7, "B", 1, 3),
    (3, 8, "A", 1, 1), (3, 8, "B", 1, 4), (3, 8, "C", 2, 3), (3, 8, "D", 2, 4),
    (4, 8, "A", 1, 4), (4, 8, "B", 1, 4),
    (5, 9, "A", 1, 3),
]  # fmt: skip


def scored(rows, at=lambda place: 0) -> Scored:
    raters = tuple(sorted({row[2] for row in rows}))
    rows = sorted(rows, key=lambda row: (row[0], row[2]))
    columns = [
        [row[0] for row in rows],
        [row[1] for row in rows],
        [raters.index(row[2]) for row in rows],
        [row[3] for row in rows],
        [row[4] for row in rows],
        [at(row[0]) for row in rows],
    ]
    return Scored(raters, *(np.array(column, dtype=np.int64) for column in columns))


def figures(rows, *, first_round: bool = True, fate: Fate = NOBODY) -> AgreementFigures:
    return agreement_figures(paired(scored(rows), first_round=first_round), fate, tolerance=1, first_round=first_round)


def test_kappas_by_hand() -> None:
    """A: 0 2 1 4, B: 0 3 4 4. Unweighted: equal 2/4, by chance (1·1 + 1·2)/16; quadratic: Σd² = 10 of 4, below."""
    found = figures(TINY)
    unweighted = found.kappas[Weighting.UNWEIGHTED]["A", "B"]
    assert unweighted.value == pytest.approx((2 / 4 - 3 / 16) / (1 - 3 / 16))
    by_chance = sum((one - other) ** 2 for one in (0, 2, 1, 4) for other in (0, 3, 4, 4))
    quadratic = found.kappas[Weighting.QUADRATIC]["A", "B"]
    assert (quadratic.n, quadratic.value) == (4, pytest.approx(1 - 4 * 10 / by_chance))
    assert mean_kappa(found.kappas[Weighting.QUADRATIC]) == quadratic.value


def test_severity_spread_and_tolerance_by_hand() -> None:
    severe, lenient = figures(TINY).people
    assert (severe.rater, severe.scores, severe.met, severe.severity.value) == ("A", 4, 4, -1.0)
    assert (lenient.rater, lenient.severity.value) == ("B", 1.0)
    assert severe.spread == pytest.approx(np.std([0, -1, -3, 0]))
    assert severe.within.value == 0.75
    assert severe.severity.low is not None


def test_all_scores_bring_in_the_second_round_and_what_they_say_of_everybody() -> None:
    found = figures(TINY, first_round=False)
    assert (found.pairs, found.scores, len(found.kappas[Weighting.QUADRATIC])) == (4, 10, 6)
    of = {person.rater: person for person in found.people}
    assert of["A"].severity.value == pytest.approx((0 - 1 - 3 - 2 - 3 + 0) / 6)
    assert of["C"].severity.value == pytest.approx((2 - 1 - 1) / 3)
    assert of["A"].severity.low is None


def test_ranges_count_pairs_by_lowest_and_highest_score() -> None:
    first, every = figures(TINY), figures(TINY, first_round=False)
    assert first.range_shares[1][4] == (1, 0.25)
    assert (first.range_shares[2][3], first.range_shares[0][0], first.range_shares[4][4]) == ((1, 0.25),) * 3
    assert first.range_shares[4][1] is None
    assert every.ranges == first.ranges
    wider = [*TINY[:6], (3, 8, "C", 2, 0), (3, 8, "D", 2, 4), *TINY[8:]]
    assert figures(wider, first_round=False).ranges[0][4] == 1


def test_disputed_queries_stand_by_share_of_second_rounds_then_by_range() -> None:
    found = figures(TINY, fate=Fate(escalated={3}, discarded={3})).disputed
    assert [one.query for one in found] == [8, 7]
    assert (found[0].pairs, found[0].escalated_share, found[0].discarded_share) == (2, 0.5, 0.5)
    assert [one.mean_range for one in found] == [1.5, 0.5]


def test_the_mean_is_that_of_the_statistics_page() -> None:
    rows = [(pair, 1, who, 1, (pair * step) % 5) for step, who in enumerate("ABC", 1) for pair in range(12)]
    kappas = figures(rows).kappas[Weighting.UNWEIGHTED]
    ratings = scored(rows).ratings()
    assert mean_kappa(kappas) == pytest.approx(mean_pairwise_kappa(ratings, resampling=Resampling(0)).value)


@pytest.mark.parametrize("rows", [[], [(1, 1, "A", 1, 2)], [(1, 1, "A", 1, 2), (2, 1, "A", 1, 3)]])
def test_nobody_or_one_person_has_no_figures(rows) -> None:
    for first_round in (True, False):
        found = figures(rows, first_round=first_round)
        assert (found.pairs, found.scores, found.alpha.value) == (0, 0, None)
        assert (found.people, found.disputed, mean_kappa(found.kappas[Weighting.QUADRATIC])) == ((), (), None)
        kept = paired(scored(rows), first_round=first_round)
        assert alpha_by_pairs(kept).shown == alpha_by_week(kept, ZoneInfo("UTC")).shown == ()


def test_people_who_always_say_the_same_have_no_kappa_and_say_why() -> None:
    found = figures([(pair, 1, who, 1, 2) for pair in range(5) for who in "AB"])
    ((cell, none), _) = (row.cells[::-1] for row in matrix_rows(found.kappas[Weighting.QUADRATIC], ("A", "B")))
    assert none is None
    assert (cell.n, cell.value, cell.reason) == (5, None, "both sides gave the same single score every time")
    assert (found.alpha.value, found.people[0].spread, found.disputed) == (None, 0.0, ())


def test_one_constant_person_has_a_kappa_of_nought() -> None:
    found = figures([(pair, 1, who, 1, 2 if who == "A" else pair) for pair in range(5) for who in "AB"])
    header, ((first, second, pairs, quadratic, unweighted, note),) = matrix_table(found)
    assert header == ["worker", "other_worker", "pairs", "kappa_quadratic", "kappa_unweighted", "note"]
    assert (first, second, pairs, str(quadratic), str(unweighted)) == ("A", "B", 5, "0.0000", "0.0000")
    assert note.startswith("one side gave a single score every time")


def test_the_matrix_reads_the_same_from_both_sides() -> None:
    found = figures(TINY, first_round=False)
    rows = matrix_rows(found.kappas[Weighting.QUADRATIC], ("A", "B", "C", "D"))
    assert rows[0].cells[1].value == rows[1].cells[0].value
    assert [row.cells[place] for place, row in enumerate(rows)] == [None] * 4
    assert rows[0].cells[1].few


def test_blocks_follow_the_order_of_work_and_not_of_pairs() -> None:
    rows = [(pair, 1, who, 1, pair % 5) for pair in range(1, 31) for who in "AB"]
    apart = [(pair, 1, who, 1, 4 * (who == "A")) for pair in range(31, 41) for who in "AB"]
    found = alpha_by_pairs(scored(rows + apart, at=lambda pair: -pair * HOUR + 100 * HOUR))
    assert [(block.label, block.pairs) for block in found.shown] == [("1–20", 20), ("21–40", 20)]
    assert found.shown[0].alpha.value < found.shown[1].alpha.value == 1.0
    assert found.earlier == 0


def test_weeks_begin_on_monday_in_the_campaigns_zone() -> None:
    """Sunday 23:30 in London is Monday in Singapore."""
    sunday = int(datetime(2026, 3, 1, 23, 30, tzinfo=UTC).timestamp() * 1000)
    rows = [(pair, 1, who, 1, pair % 5) for pair in range(1, 9) for who in "AB"]
    one = scored(rows, at=lambda pair: sunday)
    assert [block.label for block in alpha_by_week(one, ZoneInfo("UTC")).shown] == ["2026-02-23"]
    assert [block.label for block in alpha_by_week(one, ZoneInfo("Asia/Singapore")).shown] == ["2026-03-02"]


def test_the_newest_26_weeks_are_shown() -> None:
    rows = [(pair, 1, who, 1, pair % 5) for pair in range(1, 61) for who in "AB"]
    found = alpha_by_week(scored(rows, at=lambda pair: pair // 2 * 7 * 24 * HOUR), ZoneInfo("UTC"))
    assert (len(found.shown), found.earlier) == (26, 5)
    assert found.shown[-1].label == "1970-07-27"


@pytest.mark.parametrize(("pairs", "size"), [(1, 20), (520, 20), (521, 50), (96_483, 5000), (131_000, 10_000)])
def test_blocks_are_as_small_as_26_of_them_allow(pairs: int, size: int) -> None:
    assert block_size(pairs) == size
