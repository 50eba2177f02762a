"""The exam: made, taken, graded and reported (R10, R11)."""
