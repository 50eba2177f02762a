"""What people answer about a clip and its reverse, in the order in which they saw the two."""
