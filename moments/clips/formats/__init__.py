"""What a clip file holds, read from its own blocks without decoding a picture."""
