from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0013_pairs_by_similarity'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.RemoveConstraint(
            model_name='stagedfile',
            name='staged_kind_known',
        ),
        migrations.AlterField(
            model_name='stagedfile',
            name='kind',
            field=models.CharField(choices=[('moments', 'moments'), ('videos', 'whole videos'), ('queries', 'queries'), ('candidates', 'candidates'), ('tvr', 'published labels (TVR-Ranking)'), ('ls', 'Label Studio export')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='stagedfile',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['moments', 'videos', 'queries', 'candidates', 'tvr', 'ls'])), name='staged_kind_known'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
