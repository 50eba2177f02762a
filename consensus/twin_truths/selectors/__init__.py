"""What twin_truths reads."""
