"""What programs read and write of rewrites."""
