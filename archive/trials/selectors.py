"""What a campaign lacks before it can be tried."""

from __future__ import annotations

from annotator.asking.selectors.videos import ready_videos
from consensus.twin_truths.selectors.unopened import with_both_clips
from moments.models import Campaign, Twin


def lacking_for_trial(campaign: Campaign) -> str:
    """Why synthetic annotators would have nothing to do in a copy; empty if they would."""
    if campaign.is_marked:
        return "" if ready_videos(campaign).exists() else "no video can be shown yet; have their proxies cut first"
    if campaign.is_twin:
        twins = Twin.objects.filter(forward__campaign=campaign, forward__withdrawn=None, backward__withdrawn=None)
        return "" if with_both_clips(twins).exists() else "no twins have clips in both directions yet"
    ranked = campaign.pairs.filter(rank=1, study_only=False).exists()
    return "" if ranked else "no query has candidates yet"
