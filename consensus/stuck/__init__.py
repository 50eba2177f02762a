"""What keeps a campaign from going on."""
