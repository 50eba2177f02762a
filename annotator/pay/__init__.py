"""Pay: rates, periods, adjustments and timesheets."""
