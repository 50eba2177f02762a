"""Reports that a pair cannot be judged, and questions about it."""
