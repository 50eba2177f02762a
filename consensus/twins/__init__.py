"""The rules of twins, T1 to T5, as pure functions (docs/rules-of-twins.md)."""
