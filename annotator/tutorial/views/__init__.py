"""What tutorial shows."""
