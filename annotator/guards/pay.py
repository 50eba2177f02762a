"""What was closed or set for pay never changes, closed periods never overlap, and nobody adjusts their own pay."""

from __future__ import annotations

from moments.database.guards import Guard

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
    Guard("pay_period_unchanging", "annotator_payperiod", ("UPDATE", "DELETE"), "a closed period never changes"),
    Guard("pay_line_unchanging", "annotator_payline", ("UPDATE", "DELETE"), "a line of a closed period never changes"),
    Guard("pay_adjustment_unchanging", "annotator_payadjustment", ("UPDATE", "DELETE"), "an adjustment never changes"),
    Guard(
        "pay_adjustment_by_another",
        "annotator_payadjustment",
        ("INSERT",),
        "nobody adjusts their own pay",
        "EXISTS (SELECT 1 FROM annotator_membership m WHERE m.id = NEW.annotator_id AND m.pseudonym = NEW.actor)",
    ),
    Guard("rate_unchanging", "annotator_rate", ("UPDATE", "DELETE"), "a rate that was set never changes"),
)
