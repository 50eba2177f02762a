"""Synthetic authors and markers, and what the rules of marking make of them (docs/rules-of-marking.md)."""
