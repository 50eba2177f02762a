"""What the rooms share: navigation, access, paging, trends, and what forms send."""
