"""What queues of decisions show, and what they do."""
