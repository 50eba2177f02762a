"""The pages of questions on long videos, in marking campaigns."""
