"""The sweep: scores become final, rounds are ruled on, batches reviewed, queues filled."""
