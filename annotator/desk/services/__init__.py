"""What the annotator's program does: claims, submits, puts news away."""
