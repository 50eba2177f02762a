"""All studies of measures on one set of systems, as figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from evaluation.metrics.axiou import AXIOU
from evaluation.metrics.columns import Floats, Truths
from evaluation.metrics.settings import Settings
from evaluation.reading.labels import Labels
from evaluation.scoring.scores import score_predictions
from evaluation.stability.progress import Progress
from evaluation.stability.systems import share_interval
from evaluation.studies.agreement_draws import AgreementDraws, agreement_draws, queries_interval
from evaluation.studies.boundary_noise import NoisyBoundaries, noisy_boundaries
from evaluation.studies.discrimination import selected_checkpoints, threshold_estimate, tied_queries
from evaluation.studies.entries import Entries
from evaluation.studies.known import quantiles
from evaluation.studies.measure_agreement import agreement_interval, measure_agreement
from evaluation.studies.measured import Measured, measured
from evaluation.studies.moment_order import moment_order
from evaluation.studies.plan import INTERVAL_DRAWS, INTERVAL_TRIALS, Plan
from evaluation.studies.self_agreement import Pairing, SelfAgreement, queries_for, self_agreement

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TrueMoments:
    """One true moment for each of some queries, and where they come from, in words."""

    truths: Truths
    source: str


@dataclass(frozen=True, slots=True)
class Bench:
    """What the studies are made on; the first `series` systems are checkpoints of one model, if there are any."""

    entries: Entries
    labels: Labels
    settings: Settings
    true_moments: TrueMoments | None = None
    series: int = 0

    @property
    def queries(self) -> int:
        """How many queries are labelled."""
        return len(self.labels.query_ids)

    def measured(self) -> Measured:
        """The systems under every measure."""
        entries = self.entries
        return measured(entries.names, entries.predictions, self.labels.truths, self.queries, self.settings)

    def first_ious(self) -> Floats:
        """The IoU of each query's first prediction, which is its AxIoU@1: queries × systems."""
        first = Settings(ks=(1,), min_relevance=self.settings.min_relevance, unjudged=self.settings.unjudged)
        found = [
            score_predictions(one, self.labels.truths, self.queries, first, [AXIOU]).values
            for one in self.entries.predictions
        ]
        return np.concatenate(found, axis=1)


def studied(bench: Bench, plan: Plan, progress: Progress | None = None) -> Figures:
    """What each study found."""
    progress = progress or Progress()
    variances = plan.variances_of(bench.labels)  # first, as it may refuse what is asked
    systems = bench.measured()
    draws: Figures = {"resamples": plan.resamples, "seed": plan.seed}
    figures: Figures = {
        "queries": bench.queries,
        "labels": len(bench.labels.truths.row),
        "systems": systems.systems,
        "simulated": bench.entries.simulated,
        "measures": systems.measures,
        **({"gains": list(bench.settings.gains)} if bench.settings.gains else {}),
        "means": _by_measure(systems, systems.means),
        "agreement": _agreement(systems, plan),
        "tied_queries": {
            "draws": plan.resamples,
            "shares": _by_measure(systems, tied_queries(systems, **draws)),
        },
        **_self_agreement(systems, plan, progress),
        "estimate": _estimate(bench, plan),
    }
    if variances:
        found = noisy_boundaries(
            bench.entries, bench.labels.truths, systems.means, bench.settings,
            queries=bench.queries, variances=variances, noise=plan.noise, draws=plan.noise_draws, seed=plan.seed,
            progress=progress,
        )  # fmt: skip
        levels = [_level(systems, one) for one in found]
        figures["boundaries"] = {"noise": plan.noise, "draws": plan.noise_draws, "levels": levels}
    if bench.true_moments is not None:
        figures["moment_order"] = _moment_order(bench, bench.true_moments, plan)
    if bench.series:
        figures["checkpoints"] = _checkpoints(systems, bench.series, plan)
    return figures


def _agreement(systems: Measured, plan: Plan) -> Figures:
    low, high = agreement_interval(systems, resamples=plan.resamples, seed=plan.seed)
    tau = measure_agreement(systems)
    return {"draws": plan.resamples, "tau_b": _listed(tau), "low": _listed(low), "high": _listed(high)}


def _self_agreement(systems: Measured, plan: Plan, progress: Progress) -> Figures:
    """Both kinds of sets, and the number of queries that a planner needs."""
    queries = len(systems.values)
    sizes: dict[Pairing, list[int]] = {
        "overlapping": plan.sizes_of(queries),
        "disjoint": plan.disjoint_sizes_of(queries),
    }
    found = [
        self_agreement(systems, sizes[pairing], pairing=pairing, trials=plan.trials, seed=plan.seed, progress=progress)
        for pairing in sizes
    ]
    draws = [
        agreement_draws(
            systems, one, resamples=INTERVAL_DRAWS, trials=INTERVAL_TRIALS, seed=plan.seed, progress=progress
        )
        for one in found
    ]
    pairings = [_pairing(one, drawn, plan) for one, drawn in zip(found, draws, strict=True)]
    return {"self_agreement": pairings, "needed": _needed(systems, found[1], draws[1], plan)}


def _pairing(found: SelfAgreement, draws: AgreementDraws, plan: Plan) -> Figures:
    """What the trials give, and the interval of mean and variance over draws of the queries."""
    columns = {name: _listed(getattr(found, name)) for name in ("mean", "variance", "low", "high")}
    for name in ("mean", "variance"):
        low, high = quantiles(getattr(draws, name))
        columns |= {f"{name}_low": _listed(low), f"{name}_high": _listed(high)}
    return {
        "pairing": found.pairing, "trials": plan.trials, "draws": INTERVAL_DRAWS, "sizes": found.sizes, **columns,
    }  # fmt: skip


def _needed(systems: Measured, disjoint: SelfAgreement, draws: AgreementDraws, plan: Plan) -> Figures:
    """The number of queries for the τ-b wanted between sets that share none, with its interval."""
    found = queries_for(disjoint.sizes, disjoint.mean, plan.wanted)
    low, high = queries_interval(draws, plan.wanted)
    rows = zip(systems.measures, found.tolist(), low.tolist(), high.tolist(), strict=True)
    numbers = {name: [_whole(value) for value in values] for name, *values in rows}
    largest = max(disjoint.sizes, default=0)
    drawn = {"trials": plan.trials, "draws": INTERVAL_DRAWS}
    return {"tau_b": plan.wanted, "largest": largest, **drawn, "queries": numbers}


def _estimate(bench: Bench, plan: Plan) -> Figures:
    found = threshold_estimate(bench.first_ious(), list(bench.settings.ious), resamples=plan.resamples, seed=plan.seed)
    bias, variance = _listed(found.bias), _listed(found.variance)
    return {"draws": plan.resamples, "thresholds": found.thresholds, "bias": bias, "variance": variance}


def _level(systems: Measured, found: NoisyBoundaries) -> Figures:
    rmse, tau = _by_measure(systems, found.rmse), _by_measure(systems, found.tau)
    return {"beta2": found.variance, "iou": found.iou, "iou_interval": found.iou_ends, "rmse": rmse, "tau_b": tau}


def _moment_order(bench: Bench, true_moments: TrueMoments, plan: Plan) -> Figures:
    found = moment_order(
        bench.entries, true_moments.truths, bench.labels.truths, bench.settings,
        resamples=plan.resamples, seed=plan.seed,
    )  # fmt: skip
    return {
        "source": true_moments.source,
        "queries": len(found.one.values),
        "draws": plan.resamples,
        "one_moment": _by_measure(found.one, found.one.means),
        "graded": _by_measure(found.graded, found.graded.means),
        "tau_b": _listed(found.tau),
        "low": _listed(found.low),
        "high": _listed(found.high),
    }


def _checkpoints(systems: Measured, number: int, plan: Plan) -> Figures:
    names = systems.systems[:number]
    series = Measured(names, systems.measures, systems.values[:, :, :number])
    chosen = selected_checkpoints(series, resamples=plan.resamples, seed=plan.seed)
    picked = [None if place is None else names[place] for place in chosen.picked]
    kept = _listed(chosen.kept)
    ends = [None if share is None else share_interval(share, plan.resamples) for share in kept]
    again = {"kept": kept, "kept_interval": ends}
    return {"draws": plan.resamples, "picked": picked, **again, "z": _listed(chosen.scores)}


def _by_measure(systems: Measured, values: Floats) -> Figures:
    return dict(zip(systems.measures, _listed(values), strict=True))


def _whole(value: float) -> int | None:
    return int(np.ceil(value)) if np.isfinite(value) else None


def _listed(values: Floats) -> list[Any]:
    """As lists, with None for NaN, so that it can be JSON."""
    listed = values.astype(object)
    listed[np.isnan(values)] = None
    return list(listed.tolist())
