"""What is read of rewrites."""
