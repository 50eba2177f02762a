"""How many questions a marking campaign wants, by domain and task."""
