"""Studies of how measures differ on a campaign's runs (docs/measure-studies.md)."""
