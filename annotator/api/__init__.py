"""The annotator's program: claim, score, report, look back, look at oneself."""
