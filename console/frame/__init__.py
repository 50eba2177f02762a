"""What the rooms share: navigation, access, paging, charts, and what forms send."""
