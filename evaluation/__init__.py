"""The benchmark, that is measures, runs and their comparison; the fourth floor."""
