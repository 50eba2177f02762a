"""From answers about clips and their reverse to twins with captions: opened, ruled on, returned, left to the lead."""
