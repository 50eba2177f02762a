from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0021_private_label'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.AddField(
            model_name='membership',
            name='settles_pay',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ('settles_pay', False),
                    models.Q(('role', 'lead'), models.Q(('standing', 'suspended'), _negated=True)),
                    _connector='OR',
                ),
                name='member_settles_pay_as_lead',
            ),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
