"""Signed URLs: as Amazon's own client makes them, and the same in every process for a window."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import boto3
import pytest
from botocore.config import Config

from moments.clips.buckets.signing import Signer, signed_url, window_start

AT = datetime(2026, 3, 2, 9, 17, 4, tzinfo=UTC)
URL = "https://bucket.s3.eu-central-1.amazonaws.com/a_random-key.gif"


@pytest.mark.parametrize("token", ["", "a/token+of=an hour"])
def test_a_url_is_the_one_that_botocore_signs_at_that_second(token: str) -> None:
    signer = Signer("AKIA/EXAMPLE", "a secret", token, "eu-central-1")
    client = boto3.client(
        "s3",
        region_name=signer.region,
        aws_access_key_id=signer.access_key,
        aws_secret_access_key=signer.secret_key,
        aws_session_token=token or None,
        config=Config(signature_version="s3v4", s3={"addressing_style": "virtual"}),
    )
    with patch("botocore.auth.get_current_datetime", return_value=AT):
        theirs = client.generate_presigned_url("get_object", {"Bucket": "bucket", "Key": "a_random-key.gif"}, 3600)
    ours = signed_url(URL, signer=signer, at=AT, good_for_s=3600)
    assert ours.rpartition("=")[0].split("?")[0] == theirs.split("?")[0]
    assert set(ours.split("?")[1].split("&")) - {ours.rsplit("&", 1)[1]} == set(theirs.split("?")[1].split("&")) - {
        theirs.rsplit("&", 1)[1]
    }
    if not token:  # of the token's place in the query the two differ, and so their signatures
        assert ours == theirs


def test_a_window_holds_for_its_length_and_ends_after_the_url_does_not() -> None:
    starts = [window_start("a.gif", now=AT + timedelta(seconds=s), window_s=1800) for s in range(0, 5400, 60)]
    assert len(set(starts)) in (3, 4)
    for place, start in enumerate(starts):
        now = AT + timedelta(seconds=60 * place)
        assert timedelta(0) <= now - start < timedelta(seconds=1800)


def test_windows_of_different_clips_begin_at_different_times() -> None:
    assert len({window_start(f"{n}.gif", now=AT, window_s=1800) for n in range(50)}) > 40


def test_a_signer_shown_tells_no_secret() -> None:
    assert "hidden" not in repr(Signer("key", "hidden", "", "r"))
