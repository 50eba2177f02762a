import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0014_work_of_viewing'),
        ('moments', '0010_clip_parts'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.CreateModel(
            name='ReferenceQuestion',
            fields=[
                ('pair', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='reference', serialize=False, to='moments.pair')),
                ('condition_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('condition_video', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.video')),
                ('source', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='copy', to='moments.pair')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('condition_ms', None), ('condition_video', None)), models.Q(('condition_ms__lte', 2147483647), ('condition_video__isnull', False)), _connector='OR'), name='reference_condition_whole'), models.CheckConstraint(condition=models.Q(('source', None), models.Q(('source', models.F('pair')), _negated=True), _connector='OR'), name='reference_of_another')],
            },
        ),
        migrations.AddField(
            model_name='exam',
            name='least_found',
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='exam',
            name='least_iou',
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='exam',
            name='protocol',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.protocolversion'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('least_found', None), models.Q(('least_found__gte', 0), ('least_found__lte', 1)), _connector='OR'), name='exam_found_range'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('least_iou', None), models.Q(('least_iou__gte', 0), ('least_iou__lte', 1)), _connector='OR'), name='exam_iou_range'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('least_found', None), ('least_iou', None), ('protocol', None)), models.Q(('least_kappa', None), ('protocol__isnull', False), ('truth_kind', 'gold')), _connector='OR'), name='exam_bars_by_kind'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
