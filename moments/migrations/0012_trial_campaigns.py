from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0011_extent_of_all'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.AddField(
            model_name='campaign',
            name='is_trial',
            field=models.BooleanField(db_default=False, default=False, editable=False, help_text='A copy in which synthetic annotators score. It never becomes a real campaign, and can be removed.'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
