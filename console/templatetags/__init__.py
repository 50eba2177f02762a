"""What templates of this floor may ask for."""
