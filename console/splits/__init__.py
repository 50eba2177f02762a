"""Training, validation and test of a twins campaign: how they stand, a preview, and the drawing."""
