"""What export reads."""
