"""How many questions a campaign that marks wants, by domain and task."""
