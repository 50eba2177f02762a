"""Labels as they stood at one entry of the ledger."""
