"""All pairs of a campaign in one table: what it is filtered and sorted by, its pages, saved views, bulk actions."""
