"""The admin's page of clips."""
