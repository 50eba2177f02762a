"""What people writes."""
