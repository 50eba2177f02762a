"""What somebody asks of the studies of measures on a campaign's runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.settings import Settings
from evaluation.scoring.answers import KEPT
from evaluation.stability.boundaries import Noise
from evaluation.studies.entries import MOST_SIMULATED
from evaluation.studies.plan import Plan

MOST_SYSTEMS = 100
MOST_DRAWS = {"trials": 20_000, "resamples": 10_000, "noise_draws": 1000}
MOST_CHOICES = 20


@dataclass(frozen=True, slots=True)
class MeasureOrder:
    """The numbers of the runs, simulated systems (None: as many as ten systems lack), and the options of a Plan.

    With `checkpoints` the runs are a series, in the order of their numbers. Raises EvaluationError, naming the field,
    for what is out of its range or too much for a worker.
    """

    runs: Sequence[int] = ()
    simulated: int | None = None
    checkpoints: bool = False
    k: Sequence[int] = (1, 10)
    iou: Sequence[float] = (0.5, 0.7)
    trials: int = 5000
    sizes: Sequence[int] = ()
    tau: float = 0.9
    resamples: int = 1000
    noise: Noise = "normal"
    noise_draws: int = 100
    beta2: Sequence[float] = (1.0, 2.0, 3.0, 4.0)
    noise_iou: Sequence[float] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        most = {name: getattr(self, name) > most for name, most in MOST_DRAWS.items()}
        faults = {
            f"runs: choose at most {MOST_SYSTEMS}": len(self.runs) > MOST_SYSTEMS,
            f"simulated: expected an integer 0 to {MOST_SIMULATED}": (
                self.simulated is not None and not 0 <= self.simulated <= MOST_SIMULATED
            ),
            "simulated: at least two systems are needed": len(self.runs) + self._simulated < 2,
            "checkpoints: choose at least two runs": self.checkpoints and len(self.runs) < 2,
            f"k: expected at most {KEPT}, as that many predictions of a query are kept": max(self.k, default=1) > KEPT,
            **{f"{name}: expected at most {MOST_DRAWS[name]:,}": is_more for name, is_more in most.items()},
            **{
                f"{name}: expected at most {MOST_CHOICES} values": len(getattr(self, name)) > MOST_CHOICES
                for name in ("k", "iou", "sizes", "beta2", "noise_iou")
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
            trials=self.trials,
            sizes=tuple(self.sizes),
            wanted=self.tau,
            resamples=self.resamples,
            noise=self.noise,
            noise_draws=self.noise_draws,
            variances=tuple(self.beta2),
            noise_ious=tuple(self.noise_iou),
            seed=self.seed,
        )

    @property
    def settings(self) -> Settings:
        """The cut-offs and thresholds."""
        return Settings(ks=tuple(sorted(set(self.k))), ious=tuple(sorted(set(self.iou))))

    @property
    def _simulated(self) -> int:
        return 2 if self.simulated is None else self.simulated
