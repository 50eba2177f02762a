"""What the annotator's program does: claims, submits, dismisses news."""
