"""When people worked, and for how long (docs/pay.md)."""
