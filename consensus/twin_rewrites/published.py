"""What a dataset says of its rewrites: who wrote them, and how many of them people found wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from annotator.statistics.estimate import Estimate
from moments.base.plurals import counted


@dataclass(frozen=True, slots=True)
class PublishedRewrites:
    """The models and encoders of the rewrites that stand, their number by caption, and the review of a sample.

    `drawn_from` is how many rewrites the sample was drawn from; `rate` is None if nobody has reviewed any.
    """

    rewrites: int
    captions: int
    models: tuple[str, ...]
    encoders: tuple[str, ...]
    drawn_from: int = 0
    wrong: int = 0
    rate: Estimate | None = None

    def as_dict(self) -> Mapping[str, Any]:
        """As the manifest has it."""
        rate = None if self.rate is None else asdict(self.rate)
        return {**asdict(self), "models": list(self.models), "encoders": list(self.encoders), "rate": rate}

    def sentences(self) -> Iterator[str]:
        """What the card says; nothing without rewrites."""
        if not self.rewrites:
            return
        each = self.rewrites / self.captions
        yield (
            f"Captions of training have {counted(self.rewrites, 'rewrite')} in other words, {each:.1f} for each on "
            f"average, which a model wrote ({', '.join(self.models)}). Each is nearer to its caption than to the "
            f"caption of the twin, by the encoder {', '.join(self.encoders)}."
        )
        if self.rate is None or self.rate.value is None:
            yield "Nobody has reviewed the rewrites, so how many of them are wrong is not known."
            return
        low, high = self.rate.low or 0.0, self.rate.high or 0.0
        yield (
            f"People reviewed a random sample of {self.rate.n:,} of {self.drawn_from:,} rewrites. Of these, "
            f"{self.rate.value:.1%} were wrong (95% interval from {low:.1%} to {high:.1%}) and are left out."
        )
