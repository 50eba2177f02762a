"""Pages of rewriting: of descriptions into captions, and of captions of twins for training."""
