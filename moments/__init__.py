"""Campaign, protocol, corpus, ranking and clips; the first floor."""
