"""The ledger of a campaign: every decision, in an order that nobody can change unseen (I8)."""
