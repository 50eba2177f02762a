"""People and their work: accounts, seats, scores, training, exam, hidden checks, pay, and the desk."""
