"""What reads the pairs of the table."""
