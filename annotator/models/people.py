"""People: accounts that hold no name and no address, their membership in campaigns, their tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q

from moments.models import Campaign

GONE = "gone-"
# What can be part of an address as it is: no slash, and neither "." nor "..".
NAME = RegexValidator(r"^[A-Za-z0-9][A-Za-z0-9_.-]*\Z", "Use letters, digits, '_', '.' and '-'.")


class UserManager(BaseUserManager["User"]):
    """Makes accounts; `create_superuser` makes an admin."""

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> User:
        """An account; without a password nobody can sign in to it."""
        user = self.model(username=username, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> User:
        """An admin of the whole platform."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account; annotators are known only by their worker ID, which is the username."""

    username = models.CharField(
        "worker ID",
        max_length=40,
        unique=True,
        validators=[NAME],
    )
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    session_epoch = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            # Two kinds of staff would need a fence between them; there is one.
            models.CheckConstraint(condition=Q(is_staff=models.F("is_superuser")), name="user_staff_is_admin"),
        ]

    def get_session_auth_hash(self) -> str:
        """What a session must carry; another `session_epoch` ends them all."""
        return f"{super().get_session_auth_hash()}.{self.session_epoch}"

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same under the secret keys that went before."""
        for former in super().get_session_auth_fallback_hash():
            yield f"{former}.{self.session_epoch}"

    @property
    def has_left(self) -> bool:
        """Whether the person left the study; then only they and the pay sheet know the name."""
        return self.username.startswith(GONE)

    @property
    def is_admin(self) -> bool:
        """Whether this is an admin of the platform."""
        return self.is_active and self.is_superuser


class Role(models.TextChoices):
    """What a member does in a campaign."""

    ANNOTATOR = "annotator", "annotator"
    LEAD = "lead", "lead annotator"


class Standing(models.TextChoices):
    """How far an annotator has got; only qualified people get seats."""

    INVITED = "invited", "invited"
    TRAINING = "training", "training"
    EXAM = "exam", "in the exam"
    WAITING = "waiting", "waiting for the truth"
    RELABEL = "relabel", "scoring missed exam pairs again"
    QUALIFIED = "qualified", "qualified"
    SUSPENDED = "suspended", "suspended"


class Membership(models.Model):
    """One person in one campaign, known to others only by `pseudonym`.

    `last_request_at` is when the person's program last asked for anything: leases run from it (R13).
    `next_position` is where the next seats go in the person's queue; filling takes this row's lock.
    `private_label` is what leads called the link by which the person came: only leads and admins see it.
    `settles_pay`: an admin lets this lead see and settle the pay of the campaign, until the lead is suspended.
    `open_counted` is how many open seats were available to the person at `open_counted_at`, up to a bound.
    """

    user = models.ForeignKey(User, models.PROTECT, related_name="memberships")
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="members")
    role = models.CharField(max_length=9, choices=Role, default=Role.ANNOTATOR)
    standing = models.CharField(max_length=9, choices=Standing, default=Standing.TRAINING)
    pseudonym = models.CharField(max_length=12, editable=False, validators=[NAME])
    private_label = models.CharField(max_length=80, blank=True, default="", db_default="", editable=False)
    settles_pay = models.BooleanField(default=False, db_default=False, editable=False)
    joined_at = models.DateTimeField()
    last_request_at = models.DateTimeField(null=True, blank=True, editable=False)
    next_position = models.PositiveBigIntegerField(default=1, editable=False)
    open_counted = models.PositiveIntegerField(default=0, editable=False)
    open_counted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "campaign"], name="member_once"),
            models.UniqueConstraint(fields=["campaign", "pseudonym"], name="member_pseudonym_once"),
            models.CheckConstraint(
                condition=~Q(pseudonym="") & ~Q(pseudonym__contains="/") & ~Q(pseudonym__startswith="."),
                name="member_pseudonym_in_address",
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_role_known"),
            models.CheckConstraint(condition=Q(standing__in=Standing.values), name="member_standing_known"),
            models.CheckConstraint(
                condition=Q(settles_pay=False) | (Q(role=Role.LEAD) & ~Q(standing=Standing.SUSPENDED)),
                name="member_settles_pay_as_lead",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user.username} in {self.campaign.slug}"


class TokenScope(models.TextChoices):
    """What a token allows: everything that its account may do, or only reading."""

    FULL = "full", "everything the account may do"
    READ = "read", "read-only"


class ApiToken(models.Model):
    """A token with which a program can use an account; only its SHA-256 is stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    label = models.CharField(max_length=60, blank=True, default="", help_text="what its owner calls it")
    scope = models.CharField(max_length=4, choices=TokenScope, default=TokenScope.FULL)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(scope__in=TokenScope.values), name="token_scope_known")]


class ResetLink(models.Model):
    """A one-time link for setting a new password, handed over by a lead or admin; only its secret's SHA-256 is kept.

    It sets a password as long as `issued_by` may hand that person one.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="reset_links")
    issued_by = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="reset_expires_later"),
            models.CheckConstraint(
                condition=Q(issued_by__isnull=False) | Q(used_at__isnull=False) | Q(revoked_at__isnull=False),
                name="reset_open_has_issuer",
            ),
        ]
