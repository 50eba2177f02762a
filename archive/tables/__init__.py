"""Which rows and files belong to a campaign, and the file that holds them."""
