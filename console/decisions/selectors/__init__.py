"""What queues of decisions read."""
