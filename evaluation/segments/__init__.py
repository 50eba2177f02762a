"""Segments that answer a question in one long video: labels and runs of such benchmarks, measures, chance, report."""
