"""How relevant a demo moment truly is to a demo query, found from the scenes and never from the captions."""

from __future__ import annotations

from moments.demo.rows import DEMO_EXAM_QUERIES, DEMO_QUERIES, GENERAL
from moments.demo.scenes import Action, DemoMoment, Figure, Scene, demo_moments, demo_videos

PERFECT = 4.0
# Of the four points, the action is worth two and those who act the other two.
ACTION, ACTORS = 2.0, 2.0
WRONG_WAY, UNASKED_FOOTAGE, HALF_SHOWN = 0.5, 1.0, 2.0
ALIKE: tuple[frozenset[Action], ...] = (
    frozenset({"grow", "shrink", "fade"}),
    frozenset({"fall", "rise", "bounce", "jump"}),
    frozenset({"push", "chase", "meet", "pass"}),
    frozenset({"orbit", "swap", "hide"}),
    frozenset({"move", "pass"}),
)


def true_relevances() -> dict[tuple[int, int], float]:
    """The relevance, 0 to 4, of every moment to every query of the demo and its exam, by query_id and desc_id."""
    moments = demo_moments(demo_videos())
    return {
        (query.query_id, desc_id): relevance(
            moments[query.desc_id - 1], shown, tells_colours=query.desc_id not in GENERAL
        )
        for query in DEMO_QUERIES + DEMO_EXAM_QUERIES
        for desc_id, shown in enumerate(moments, start=1)
    }


def relevance(asked: DemoMoment, shown: DemoMoment, *, tells_colours: bool) -> float:
    """Every asked scene must be shown; half of them is a part at most, other footage costs a level."""
    found = [max(_likeness(scene, other, tells_colours) for other in shown.scenes) for scene in asked.scenes]
    value = sum(found) / len(found)
    if len(shown.scenes) > len(asked.scenes):
        value -= UNASKED_FOOTAGE
    if len(shown.scenes) < len(asked.scenes):
        value = min(value, HALF_SHOWN)
    return min(max(value, 0.0), PERFECT)


def _likeness(asked: Scene, shown: Scene, tells_colours: bool) -> float:
    """The asked scene's four points, as far as the shown one earns them; without the action half of the rest."""
    action = _same_action(asked.action, shown.action)
    actors = _same_figure(asked.actor, shown.actor, tells_colours)
    if asked.other is not None:
        actors = (actors + _same_figure(asked.other, shown.other, tells_colours)) / 2
    wrong_way = WRONG_WAY if action == 1.0 and asked.heading != shown.heading else 0.0
    return ACTION * action + ACTORS * actors * (1.0 if action == 1.0 else 0.5) - wrong_way


def _same_action(asked: Action, shown: Action) -> float:
    if asked == shown:
        return 1.0
    return 0.3 if any({asked, shown} <= group for group in ALIKE) else 0.0


def _same_figure(asked: Figure, shown: Figure | None, tells_colours: bool) -> float:
    if shown is None:
        return 0.0
    shape = float(asked.shape == shown.shape)
    return (shape + float(asked.colour == shown.colour)) / 2 if tells_colours else shape
