"""The measures of segments, one a file: a ranking of segments against the several true segments of a question."""
