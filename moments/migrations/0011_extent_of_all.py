from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0010_clip_parts'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.RemoveConstraint(
            model_name='markingparameters',
            name='marking_extent_known',
        ),
        migrations.AlterField(
            model_name='markingparameters',
            name='extent',
            field=models.CharField(max_length=11),
        ),
        migrations.AddConstraint(
            model_name='markingparameters',
            constraint=models.CheckConstraint(condition=models.Q(('extent__in', ('outer', 'mean', 'mean_of_all'))), name='marking_extent_known'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
