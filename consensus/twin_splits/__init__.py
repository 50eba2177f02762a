"""Training, validation and test of a twins campaign, as its database holds them."""
