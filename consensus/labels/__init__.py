"""The labels as they stand, streamed for exports and snapshots."""
