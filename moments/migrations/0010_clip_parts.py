import django.db.models.deletion
import moments.models.clips
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0009_marking'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.CreateModel(
            name='ClipPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('frames', 'frame times'), ('sheet', 'filmstrip')], max_length=6)),
                ('position', models.PositiveSmallIntegerField()),
                ('key', models.CharField(default=moments.models.clips.random_key, editable=False, max_length=40, unique=True)),
                ('size', models.PositiveBigIntegerField(help_text='in bytes')),
                ('sha256', models.CharField(max_length=64)),
                ('clip', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='parts', to='moments.clip')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('clip', 'kind', 'position'), name='clip_part_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['frames', 'sheet'])), name='clip_part_kind_known'), models.CheckConstraint(condition=models.Q(('position', 1), models.Q(('kind', 'sheet'), ('position__gt', 1)), _connector='OR'), name='clip_part_position_by_kind'), models.CheckConstraint(condition=models.Q(('size__gt', 0)), name='clip_part_has_bytes')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='clip',
            name='clip_rendition_known',
        ),
        migrations.AddConstraint(
            model_name='clip',
            constraint=models.CheckConstraint(condition=models.Q(('rendition__in', ['gif', 'mp4', 'webp', 'proxy'])), name='clip_rendition_known'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
