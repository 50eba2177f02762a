"""What verdicts say of people: warnings, voided scores, and leaving the study."""
