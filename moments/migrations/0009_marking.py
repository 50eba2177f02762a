import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0008_rewrite_jobs'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.CreateModel(
            name='MarkingParameters',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('gap_ms', models.PositiveIntegerField()),
                ('shortest_ms', models.PositiveIntegerField()),
                ('min_iou', models.FloatField()),
                ('edge_tolerance_ms', models.PositiveIntegerField()),
                ('sure_iou', models.FloatField()),
                ('extent', models.CharField(max_length=5)),
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='marking', to='moments.protocolversion')),
            ],
            options={
                'verbose_name_plural': 'marking parameters',
                'constraints': [models.CheckConstraint(condition=models.Q(('gap_ms__lte', 60000), ('shortest_ms__gte', 1), ('shortest_ms__lte', 60000), ('edge_tolerance_ms__lte', 60000)), name='marking_times_within_range'), models.CheckConstraint(condition=models.Q(('min_iou__gte', 0), ('sure_iou__gte', models.F('min_iou')), ('sure_iou__lte', 1)), name='marking_iou_range'), models.CheckConstraint(condition=models.Q(('extent__in', ('outer', 'mean'))), name='marking_extent_known')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='batch',
            name='batch_number_known',
        ),
        migrations.AddField(
            model_name='batch',
            name='video',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='batches', to='moments.video'),
        ),
        migrations.AddField(
            model_name='campaign',
            name='kind',
            field=models.CharField(choices=[('grade', 'graded relevance'), ('mark', 'marked segments')], db_default='grade', default='grade', editable=False, max_length=8),
        ),
        migrations.AddField(
            model_name='moment',
            name='whole',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name='video',
            name='domain',
            field=models.CharField(blank=True, db_default='', default='', help_text='The kind of video, such as sports.', max_length=60),
        ),
        migrations.AlterField(
            model_name='batch',
            name='query',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='batches', to='moments.query'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.UniqueConstraint(fields=('video', 'number'), name='batch_of_video_once'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('query__isnull', False), ('video', None)), models.Q(('query', None), ('video__isnull', False)), _connector='OR'), name='batch_of_query_or_video'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('number__in', [1, 2]), models.Q(('number__gte', 1), ('query', None)), _connector='OR'), name='batch_number_known'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['grade', 'mark'])), name='campaign_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.UniqueConstraint(condition=models.Q(('whole', True)), fields=('video',), name='moment_whole_once'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('whole', False), ('start_s', 0), _connector='OR'), name='moment_whole_from_start'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
