"""Where leads write the tutorial."""
