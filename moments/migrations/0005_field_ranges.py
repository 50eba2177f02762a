import django.core.validators
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0004_step_failures'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.RemoveConstraint(
            model_name='campaign',
            name='campaign_has_rendition',
        ),
        migrations.AlterField(
            model_name='pair',
            name='number',
            field=models.PositiveBigIntegerField(validators=[django.core.validators.MaxValueValidator(9007199254740991)]),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('renditions__in', ['gif', 'mp4', 'webp', 'gif,mp4', 'gif,webp', 'mp4,gif', 'mp4,webp', 'webp,gif', 'webp,mp4', 'gif,mp4,webp', 'gif,webp,mp4', 'mp4,gif,webp', 'mp4,webp,gif', 'webp,gif,mp4', 'webp,mp4,gif'])), name='campaign_renditions_known'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.CheckConstraint(condition=models.Q(('number__lte', 9007199254740991)), name='pair_number_within'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('batch_size__lte', 1000), ('window__lte', models.F('batch_size')), ('grace_s__lte', 86400), ('threshold__gte', 0), ('threshold__lte', 4), ('lease_s__gte', 60), ('lease_s__lte', 2592000)), name='protocol_within_range'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
