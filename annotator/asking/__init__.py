"""Writing questions about whole videos: whose turn a video is, drafts, submission, and what was watched."""
