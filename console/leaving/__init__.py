"""Where annotators leave the study."""
