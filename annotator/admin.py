"""Django's administration of people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, BaseUserCreationForm
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone

from annotator.models import Membership, Role, Standing, User
from annotator.people.services.people import join_campaign, make_admin, unmake_admin
from annotator.people.services.resets import set_password
from annotator.seats.services.standings import set_account, set_standing
from moments.admin import ACTOR, ModelAdmin
from moments.base.errors import BadInput

if TYPE_CHECKING:
    CreationForm = BaseUserCreationForm[User]
    MemberForm = ModelForm[Membership]
    AccountAdmin = DjangoUserAdmin[User]
    PasswordForm = AdminPasswordChangeForm[User]
else:
    CreationForm = BaseUserCreationForm
    MemberForm = ModelForm
    AccountAdmin = DjangoUserAdmin
    PasswordForm = AdminPasswordChangeForm

REASON = "set in the administration"
MEMBER_FIELDS: list[Any] = ["user", "campaign", "role", "standing", "pseudonym", "joined_at", "last_request_at"]

# Rights come from being an admin or from a membership; groups give none.
admin.site.unregister(Group)


class NewUserForm(CreationForm):
    """A worker ID and a password, twice."""

    class Meta:
        model = User
        fields: ClassVar = ["username"]


class GivenPasswordForm(PasswordForm):
    """Another person's password; the change is in the ledgers and ends their sessions."""

    def save(self, commit: bool = True) -> User:
        """Set it through the service."""
        user: User = super().save(commit=False)
        set_password(user=user, secret=user.password, now=timezone.now(), actor=ACTOR)
        user.refresh_from_db()
        return user


@admin.register(User)
class UserAdmin(AccountAdmin):
    """Accounts; an account that is no longer active cannot sign in."""

    add_form = NewUserForm
    change_password_form = GivenPasswordForm
    list_display = ["username", "is_active", "is_superuser", "created_at"]
    list_filter = ["is_active", "is_superuser"]
    search_fields = ["username"]
    ordering = ["username"]
    filter_horizontal = []
    fieldsets = [(None, {"fields": ["username", "password", "is_active", "is_superuser", "created_at", "last_login"]})]
    add_fieldsets = [(None, {"fields": ["username", "password1", "password2"]})]
    readonly_fields = ["is_superuser", "created_at", "last_login"]
    actions = ["make_admin", "unmake_admin"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Accounts are closed, not deleted, so their work is kept."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """The worker ID stays; nobody closes their own account."""
        fixed = [*self.readonly_fields]
        if obj is not None:
            fixed.append("username")
        if obj == request.user:
            fixed.append("is_active")
        return fixed

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm[User], change: bool) -> None:
        """Save; opening or closing an account goes through the service, which records it in the ledgers."""
        if change and "is_active" in form.changed_data:
            set_account(user=obj, is_active=obj.is_active, now=timezone.now(), actor=ACTOR)
        super().save_model(request, obj, form, change)

    @admin.action(description="Make platform admin")
    def make_admin(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Make the chosen people admins."""
        for user in queryset:
            try:
                make_admin(user=user, now=timezone.now(), actor=ACTOR)
            except BadInput as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, f"{user.username} made admin", messages.SUCCESS)

    @admin.action(description="Remove admin rights (not your own)")
    def unmake_admin(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Remove the admin rights of the chosen people, except your own."""
        others = queryset.exclude(username=request.user.get_username())
        count = sum(unmake_admin(user=user, now=timezone.now(), actor=ACTOR) for user in others)
        self.message_user(request, f"{count} no longer admin", messages.SUCCESS)


class NewMemberForm(MemberForm):
    """Whom to add to which campaign, and in which role."""

    class Meta:
        model = Membership
        fields: ClassVar = ["user", "campaign", "role"]

    def clean(self) -> dict[str, Any]:
        """Refuse an admin as annotator (I3)."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        user = cleaned.get("user")
        if user is not None and user.is_superuser and cleaned.get("role") == Role.ANNOTATOR:
            raise ValidationError("Admins see verdicts, so they cannot score pairs. Choose another account.")
        return cleaned


@admin.register(Membership)
class MembershipAdmin(ModelAdmin):
    """Memberships of campaigns; every change goes through the services and into the ledger."""

    form = NewMemberForm
    list_display = MEMBER_FIELDS
    list_filter = ["campaign", "role", "standing"]
    list_select_related = ["user", "campaign"]
    search_fields = ["user__username", "=pseudonym"]
    autocomplete_fields = ["user", "campaign"]
    actions = ["qualify", "suspend"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only the actions change a membership."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Memberships are kept, because scores refer to them."""
        return False

    def get_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[Any]:
        """The fields of a new membership; all fields of a stored one."""
        return ["user", "campaign", "role"] if obj is None else MEMBER_FIELDS

    def save_model(self, request: HttpRequest, obj: Membership, form: ModelForm[Membership], change: bool) -> None:
        """Join through the service, which draws the pseudonym."""
        joined = join_campaign(
            user=obj.user, campaign=obj.campaign, role=Role(obj.role), now=timezone.now(), actor=ACTOR
        )
        obj.pk, obj.pseudonym = joined.pk, joined.pseudonym

    @admin.action(description="Mark as qualified")
    def qualify(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        """Let the chosen annotators score."""
        self._move(request, queryset, Standing.QUALIFIED)

    @admin.action(description="Suspend (their unscored pairs go to others)")
    def suspend(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        """Suspend the chosen people until somebody changes it."""
        self._move(request, queryset, Standing.SUSPENDED)

    def _move(self, request: HttpRequest, queryset: QuerySet[Membership], standing: Standing) -> None:
        now = timezone.now()
        moved = sum(
            set_standing(member=member, standing=standing, now=now, actor=ACTOR, reason=REASON) for member in queryset
        )
        self.message_user(request, f"{moved} now {standing.label}", messages.SUCCESS)
