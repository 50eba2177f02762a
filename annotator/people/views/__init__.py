"""What people shows."""
