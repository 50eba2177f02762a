"""What everything above stands on: errors, plain sentences, log lines, the way out to other hosts."""
