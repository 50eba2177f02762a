"""What each column of an export means, with its type in Croissant."""

from __future__ import annotations

COLUMNS = {
    "pair_id": ("sc:Integer", "The pair's number, the same in every file."),
    "query_id": ("sc:Integer", "The query's number."),
    "query": ("sc:Text", "The query's text."),
    "video_name": ("sc:Text", "The source video."),
    "timestamp": ("sc:Float", "The moment's start and end in its video, in seconds."),
    "duration": ("sc:Float", "The video's length in seconds."),
    "caption": ("sc:Text", "The moment's caption."),
    "similarity": ("sc:Float", "The similarity by which the moment became a candidate."),
    "worker": ("sc:Text", "The pseudonym of the person who scored."),
    "relevance": ("sc:Integer", "{reach}."),
    "round": ("sc:Integer", "The round in which the person scored: 1 or 2."),
    "scored_at": ("sc:DateTime", "When the person scored, in UTC."),
    "seconds": ("sc:Float", "How long the person had the clip in view."),
    "attempt": ("sc:Integer", "The pair's pass through the rounds, from 1; reopening a pair begins the next."),
    "purpose": ("sc:Text", "What the person was asked to score for."),
    "split": ("sc:Text", "The query's split."),
    "outcome": ("sc:Text", "How the pair or question ended without a label or truth."),
    "reason": ("sc:Text", "Why there is no label or truth, or why a lead gave that relevance."),
    "question_id": ("sc:Text", "The question, the same in every file."),
    "task": ("sc:Text", "MS, IMS, CA or VMS."),
    "domain": ("sc:Text", "The kind of video."),
    "truth": ("sc:Integer", "The number of the truth among those of its question, from 1."),
    "condition_video": ("sc:Text", "The video of the image or clip that the question shows."),
    "condition_timestamp": ("sc:Float", "The image's instant, or the clip's start and end, in seconds."),
    "origin": ("sc:Text", "Who wrote the text: a person or a model."),
    "parent": ("sc:Text", "The question from which this one was made."),
    "adjudicated": ("sc:Boolean", "Whether a lead gave the truth."),
    "actor": ("sc:Text", "The pseudonym of the lead who gave the relevance."),
}
