"""The pages of hidden checks: gold, rates and the rules that warn."""
