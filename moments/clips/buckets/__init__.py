"""What speaks to S3 and its compatibles: signing, naming what went wrong, looking, fetching."""
