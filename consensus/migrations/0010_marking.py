import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('consensus', '0009_export_jobs'),
        ('moments', '0009_marking'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.CreateModel(
            name='TruthSegment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('verdict', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='segments', to='consensus.verdict')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('verdict', 'start_ms'), name='truth_start_once'), models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='truth_stretch')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='verdict',
            name='verdict_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='verdict',
            name='verdict_relevance_by_kind',
        ),
        migrations.AlterField(
            model_name='verdict',
            name='kind',
            field=models.CharField(choices=[('agreed', 'agreed'), ('discarded', 'discarded by the rule'), ('withdrawn', 'withdrawn by the lead'), ('adjudicated', 'adjudicated by the lead'), ('returned', "returned to the question's author")], max_length=11),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['agreed', 'discarded', 'withdrawn', 'adjudicated', 'returned'])), name='verdict_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'agreed'), ('round__in', [1, 2]), models.Q(('relevance', None), models.Q(('relevance__gte', 0), ('relevance__lte', 4)), _connector='OR')), models.Q(('kind', 'discarded'), ('relevance', None), ('round', 2)), models.Q(('kind', 'withdrawn'), ('relevance', None), ('round', None)), models.Q(('kind', 'adjudicated'), ('round', None), models.Q(('relevance', None), models.Q(('relevance__gte', 0), ('relevance__lte', 4)), _connector='OR'), models.Q(('actor', 'rule'), _negated=True)), models.Q(('kind', 'returned'), ('relevance', None), ('round__in', [1, 2])), _connector='OR'), name='verdict_relevance_by_kind'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
