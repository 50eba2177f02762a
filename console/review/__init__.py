"""The review page: batches that await a lead."""
