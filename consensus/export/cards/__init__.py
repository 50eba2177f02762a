"""What an export says of itself: the dataset card, its citation, and the facts behind both."""
