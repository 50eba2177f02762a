"""Training, validation and test of a campaign of twins, as its database holds them."""
