"""What a person fills in to send a run."""

from __future__ import annotations

from django import forms


class UploadForm(forms.Form):
    """A run's name, its file, and a video corpus where the run names videos by index."""

    name = forms.CharField(max_length=80)
    file = forms.FileField(max_length=400)
    video_corpus = forms.FileField(required=False, max_length=400)
