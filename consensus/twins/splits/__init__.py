"""Training, validation and test: drawn with twins and sources kept together, and checked again."""
