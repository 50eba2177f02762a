"""What opening reads: how deep queries may go, and what a campaign has before it opens."""
