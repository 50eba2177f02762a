"""Studies of a campaign's runs: how they are ordered, made and kept, whatever they ask."""
