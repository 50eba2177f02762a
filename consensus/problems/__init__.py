"""What annotators reported and asked, and the lead's answers."""
