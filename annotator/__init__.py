"""People and their work, that is accounts, seats, scores and hours; the second floor."""
