"""What the page of clips shows."""
