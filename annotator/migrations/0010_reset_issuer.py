import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


def end_open_links(apps, schema_editor):
    """Nobody knows who issued them, so nobody can say whether the right is still there; they were good for a day."""
    links = apps.get_model("annotator", "ResetLink").objects
    links.filter(used_at=None, revoked_at=None).update(revoked_at=F("expires_at"))


class Migration(migrations.Migration):
    dependencies = [("annotator", "0009_steady_plans")]

    operations = [
        migrations.AddField(
            "resetlink",
            "issued_by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(end_open_links, migrations.RunPython.noop),
        migrations.AddConstraint(
            "resetlink",
            models.CheckConstraint(
                condition=Q(issued_by__isnull=False) | Q(used_at__isnull=False) | Q(revoked_at__isnull=False),
                name="reset_open_has_issuer",
            ),
        ),
    ]
