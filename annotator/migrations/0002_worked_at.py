from django.db import migrations, models
from django.db.models import F


def work_was_saved_at_once(apps, schema_editor):
    apps.get_model("annotator", "Score").objects.update(worked_at=F("saved_at"))


class Migration(migrations.Migration):
    dependencies = [("annotator", "0001_initial")]

    operations = [
        migrations.AddField("score", "worked_at", models.DateTimeField(null=True)),
        migrations.RunPython(work_was_saved_at_once, migrations.RunPython.noop),
        migrations.AlterField("score", "worked_at", models.DateTimeField()),
    ]
