"""How people come into a campaign and leave it: invites, consent, and the road to the first seat."""
