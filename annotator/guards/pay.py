"""What was closed or set for pay never changes, closed periods never overlap, and nobody adjusts their own pay."""

from __future__ import annotations

from moments.database.guards import Guard, guard_unchanging

PAY_GUARDS = (
    Guard(
        "pay_period_apart",
        "annotator_payperiod",
        ("INSERT",),
        "closed periods of a campaign never overlap",
        "EXISTS (SELECT 1 FROM annotator_payperiod p WHERE p.campaign_id = NEW.campaign_id AND "
        "((p.first_day <= NEW.last_day AND NEW.first_day <= p.last_day) OR "
        "(p.starts_at < NEW.ends_at AND NEW.starts_at < p.ends_at)))",
    ),
    guard_unchanging("pay_period_unchanging", "annotator_payperiod", "a closed period never changes"),
    guard_unchanging(
        "pay_line_unchanging",
        "annotator_payline",
        "a line of a closed period never changes",
        "annotator_payperiod p JOIN moments_campaign c ON c.id = p.campaign_id WHERE p.id = OLD.period_id",
    ),
    guard_unchanging(
        "pay_adjustment_unchanging",
        "annotator_payadjustment",
        "an adjustment never changes",
        "annotator_membership m JOIN moments_campaign c ON c.id = m.campaign_id WHERE m.id = OLD.annotator_id",
    ),
    Guard(
        "pay_adjustment_by_another",
        "annotator_payadjustment",
        ("INSERT",),
        "nobody adjusts their own pay",
        "EXISTS (SELECT 1 FROM annotator_membership m WHERE m.id = NEW.annotator_id AND m.pseudonym = NEW.actor)",
    ),
    guard_unchanging("rate_unchanging", "annotator_rate", "a rate that was set never changes"),
)
