"""A campaign's scores under another protocol; nothing is written."""
