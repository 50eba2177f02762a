"""The rules that turn scores into decisions, as pure functions (docs/rules.md)."""
