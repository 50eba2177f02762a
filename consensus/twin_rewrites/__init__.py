"""A model behind an endpoint rewrites accepted captions of training; people review a sample."""
