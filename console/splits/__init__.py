"""Training, validation and test of a campaign of twins: how they stand, a preview, and the drawing."""
