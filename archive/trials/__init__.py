"""Trials: copies of campaigns in which synthetic annotators score, and which can be removed."""
