"""What an export of a campaign that marks contains: its formats and its dataset card."""
