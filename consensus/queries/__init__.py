"""What a lead does about queries: edit, retire, say which go first."""
