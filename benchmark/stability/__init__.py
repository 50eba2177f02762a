"""How sure the order of a campaign's runs is (docs/uncertainty.md)."""
