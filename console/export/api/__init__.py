"""The REST API of export."""
