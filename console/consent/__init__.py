"""Where leads write what people agree to."""
