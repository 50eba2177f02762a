import django.db.models.deletion
from django.db import migrations, models


def hold_people(apps, schema_editor):
    """In the order in which claims lock: people, then shares. What runs on meanwhile waits instead of a deadlock."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("LOCK TABLE annotator_membership IN SHARE ROW EXCLUSIVE MODE")


class Migration(migrations.Migration):
    dependencies = [("annotator", "0006_seat_indexes")]

    operations = [
        migrations.RunPython(hold_people, migrations.RunPython.noop),
        migrations.AddField(
            "share",
            "beside",
            models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="annotator.membership",
            ),
        ),
        migrations.AlterField(
            "share",
            "annotator",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="shares",
                to="annotator.membership",
            ),
        ),
        migrations.AddIndex("share", models.Index(fields=["annotator", "batch"], name="share_of_person")),
        migrations.AddIndex(
            "share",
            models.Index(
                condition=models.Q(annotator=None), fields=["campaign", "beside"], name="share_untaken_beside"
            ),
        ),
    ]
