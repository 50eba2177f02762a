"""What asking writes."""
