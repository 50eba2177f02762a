"""What tells how the platform fares: health, figures and lines of the log."""
