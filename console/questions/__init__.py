"""The pages of questions on long videos, in campaigns that mark."""
