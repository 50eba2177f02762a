"""Opening campaigns and batches: two seats a pair (R2, R6)."""
