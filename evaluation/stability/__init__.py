"""How sure the order of systems is: other queries, other raters, other boundaries (docs/uncertainty.md)."""
