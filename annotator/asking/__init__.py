"""Questions about whole videos: who writes which, and how far each is."""
