"""How far the people of a campaign agree, over pairs, couples and time."""
