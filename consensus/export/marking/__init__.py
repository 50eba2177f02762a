"""What an export of a marking campaign contains: its formats and its dataset card."""
