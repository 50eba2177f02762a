"""What is made from decided questions: captions of their truth, and windows around their images (M5)."""
