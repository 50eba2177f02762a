from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0019_video_uploads'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.AddField(
            model_name='queryversion',
            name='same_meaning',
            field=models.BooleanField(db_default=False, default=False),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
