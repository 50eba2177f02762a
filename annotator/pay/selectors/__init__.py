"""What pay reads."""
