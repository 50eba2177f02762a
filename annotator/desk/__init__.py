"""The desk: what an annotator works with, as a page and as a REST API, and the way there."""
