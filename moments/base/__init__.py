"""What everything above uses: errors, plain sentences, log lines, the way out to other hosts."""
