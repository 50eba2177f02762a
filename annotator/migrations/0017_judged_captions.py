import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0016_gold_bars'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.RemoveConstraint(
            model_name='workevent',
            name='work_event_kind_known',
        ),
        migrations.AddField(
            model_name='derivedask',
            name='held_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='derivedask',
            name='holder',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='held_derived', to='annotator.membership'),
        ),
        migrations.AlterField(
            model_name='workevent',
            name='kind',
            field=models.CharField(choices=[('late', 'a score that came too late'), ('problem', 'a problem report or a question'), ('tutorial', 'a step of the tutorial'), ('guideline', 'reading the guideline'), ('viewing', 'watching a video or writing about it'), ('caption', 'deciding on a caption or a window')], max_length=9),
        ),
        migrations.AddConstraint(
            model_name='derivedask',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('holder',), name='derived_one_in_hand'),
        ),
        migrations.AddConstraint(
            model_name='derivedask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('held_at', None), ('holder', None)), models.Q(('held_at__isnull', False), ('holder__isnull', False)), _connector='OR'), name='derived_held_since'),
        ),
        migrations.AddConstraint(
            model_name='workevent',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['late', 'problem', 'tutorial', 'guideline', 'viewing', 'caption'])), name='work_event_kind_known'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
