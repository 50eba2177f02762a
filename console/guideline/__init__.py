"""Where leads write the guideline."""
