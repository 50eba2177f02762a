"""What pages, the API and commands read of runs."""
