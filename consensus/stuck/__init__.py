"""What holds a campaign up."""
