"""What somebody asks of the order of a campaign's runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.measures import MEASURES
from evaluation.metrics.ndcg import NDCG
from evaluation.metrics.settings import Settings
from evaluation.scoring.answers import KEPT
from evaluation.stability.analysis import Draws
from evaluation.stability.boundaries import Noise
from evaluation.stability.plan import VARIANCES, Plan
from evaluation.stability.raters import Undrawn

MOST_SYSTEMS = 30  # every two of them are compared
MOST_DRAWS = {"resamples": 10_000, "rater_resamples": 1000, "noise_draws": 1000}
MOST_CHOICES = 20
ORDERING = tuple(measure.name for measure in MEASURES.values() if measure.orders_systems)


@dataclass(frozen=True, slots=True)
class StabilityOrder:
    """The numbers of the runs, the measure that orders them, and the options of a Plan.

    Raises EvaluationError, naming the field, for what is out of its range or too much for a worker.
    """

    runs: Sequence[int] = ()
    measure: str = NDCG.name
    k: int = 20
    iou: float = 0.5
    resamples: int = 1000
    rater_resamples: int = 200
    undrawn: Undrawn = "keep"
    sizes: Sequence[int] = ()
    noise: Noise = "normal"
    noise_draws: int = 100
    beta2: Sequence[float] = VARIANCES
    noise_iou: Sequence[float] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        faults = {
            "runs: choose at least two": len(set(self.runs)) < 2,
            f"runs: choose at most {MOST_SYSTEMS}": len(self.runs) > MOST_SYSTEMS,
            f"measure: expected one of {', '.join(ORDERING)}": self.measure not in ORDERING,
            f"k: expected at most {KEPT}, as that many predictions of a query are kept": self.k > KEPT,
            **{f"{name}: expected at most {most:,}": getattr(self, name) > most for name, most in MOST_DRAWS.items()},
            **{
                f"{name}: expected at most {MOST_CHOICES} values": len(getattr(self, name)) > MOST_CHOICES
                for name in ("sizes", "beta2", "noise_iou")
            },
        }
        for fault, is_there in faults.items():
            if is_there:
                raise EvaluationError(fault)
        self.plan, self.settings  # noqa: B018 (they raise for what they refuse)

    @property
    def plan(self) -> Plan:
        """How often is drawn, and which noise."""
        return Plan(
            Draws(self.resamples, self.rater_resamples, self.noise_draws, self.seed),
            sizes=tuple(self.sizes),
            noise=self.noise,
            variances=tuple(self.beta2),
            noise_ious=tuple(self.noise_iou),
            undrawn=self.undrawn,
        )

    @property
    def settings(self) -> Settings:
        """The cut-off and the threshold."""
        return Settings(ks=(self.k,), ious=(self.iou,))
