"""Names what went wrong with a storage, in a line that tells people what to do and no secret."""

from __future__ import annotations

import errno

from boto3.exceptions import Boto3Error, RetriesExceededError
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, PartialCredentialsError
from s3transfer.exceptions import RetriesExceededError as TransferBrokenError

from moments.base.outgoing import OutgoingFailed
from moments.clips.cutting.failures import CutError, Kind

# What a storage's client raises; the last two where the bytes of a download kept breaking off.
CLIENT_ERRORS = (ClientError, BotoCoreError, Boto3Error, TransferBrokenError)
BROKEN_OFF = (RetriesExceededError, TransferBrokenError)
CODES: dict[Kind, tuple[str, ...]] = {
    "storage_keys": (
        *("SignatureDoesNotMatch", "InvalidAccessKeyId", "InvalidToken", "ExpiredToken", "InvalidClientTokenId"),
        *("UnrecognizedClientException", "RequestTimeTooSkewed", "NotSignedUp"),
    ),
    "storage_forbidden": ("AccessDenied", "AllAccessDisabled", "403", "Forbidden"),
    "storage_region": (
        *("PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed", "301", "307"),
        *("IllegalLocationConstraintException", "AuthorizationQueryParametersError"),
    ),
    "storage_missing": ("NoSuchBucket", "404", "NotFound"),
    "storage_half": (
        "BadDigest",
        "IncompleteBody",
        "XAmzContentSHA256Mismatch",
        "InvalidDigest",
        "MissingContentLength",
    ),
}
REASONS: dict[Kind, str] = {
    "storage_keys": "{whose} refuses the access key: the key is unknown there or its secret is wrong",
    "storage_no_keys": "no credentials are set for {whose}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    "storage_forbidden": "{whose} does not permit this with this access key",
    "storage_region": "the bucket of {whose} is not in the region that the settings name",
    "storage_missing": "the bucket of {whose} does not exist",
    "storage_half": "not all bytes reached {whose}",
    "storage_broke_off": "{whose} repeatedly broke the connection or was too slow; try again later",
    "storage_down": "{whose} cannot be reached or does not work; try again later",
    "disk_full": "the disk is full",
}
CLIPS, VIDEOS = "the clip storage", "the storage of the videos"


def trouble_of(error: Exception, whose: str = CLIPS) -> CutError:
    """The state that an error of a storage's client means."""
    if isinstance(error, CutError):
        return error
    kind = _kind_of(error)
    if kind == "not_writable":
        reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        return CutError(kind, f"{whose} refused the request: {reason}")
    return CutError(kind, REASONS[kind].format(whose=whose))


def _kind_of(error: Exception) -> Kind:
    if isinstance(error, ClientError):
        return _kind_of_answer(error)
    if isinstance(error, NoCredentialsError | PartialCredentialsError):
        return "storage_no_keys"
    if isinstance(error, BROKEN_OFF):
        return "storage_broke_off"
    if isinstance(error, (*CLIENT_ERRORS, OutgoingFailed)):
        return "storage_down"
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "disk_full"
    return "not_writable"


def _kind_of_answer(error: ClientError) -> Kind:
    code = str(error.response.get("Error", {}).get("Code", ""))
    status = str(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", ""))
    for word in (code, status):
        for kind, codes in CODES.items():
            if word in codes:
                return kind
    return "storage_down" if status >= "500" or code in ("SlowDown", "RequestTimeout", "429") else "storage_forbidden"
