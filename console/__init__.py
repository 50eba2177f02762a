"""What leads and admins see: pages and their words, one room for each subject."""
