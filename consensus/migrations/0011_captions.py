import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0016_gold_bars'),
        ('consensus', '0010_marking'),
        ('moments', '0010_clip_parts'),
    ]

    operations = [
        migrations.CreateModel(
            name='CaptionRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=120)),
                ('prompt', models.CharField(help_text='version and SHA-256 of the prompt', max_length=80)),
                ('language', models.CharField(max_length=40)),
                ('frames', models.PositiveSmallIntegerField(default=8)),
                ('height', models.PositiveSmallIntegerField(default=360)),
                ('parallel', models.PositiveSmallIntegerField(default=4)),
                ('rate', models.PositiveIntegerField(default=60, help_text='requests a minute')),
                ('most_tokens', models.PositiveBigIntegerField(default=2000000)),
                ('tokens_in', models.PositiveBigIntegerField(default=0)),
                ('tokens_out', models.PositiveBigIntegerField(default=0)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='caption_runs', to='moments.campaign')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='caption_run', to='moments.job')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('frames__range', (1, 32))), name='caption_run_frames'), models.CheckConstraint(condition=models.Q(('height__range', (64, 720))), name='caption_run_height'), models.CheckConstraint(condition=models.Q(('parallel__range', (1, 64))), name='caption_run_parallel'), models.CheckConstraint(condition=models.Q(('rate__range', (1, 6000))), name='caption_run_rate'), models.CheckConstraint(condition=models.Q(('most_tokens__gte', 1)), name='caption_run_has_budget'), models.CheckConstraint(condition=models.Q(models.Q(('model', ''), _negated=True), models.Q(('prompt', ''), _negated=True), models.Q(('language', ''), _negated=True)), name='caption_run_named')],
            },
        ),
        migrations.CreateModel(
            name='CaptionAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True, default='')),
                ('temperature', models.FloatField(blank=True, null=True)),
                ('request_sha256', models.CharField(blank=True, default='', max_length=64)),
                ('instants_ms', models.JSONField(blank=True, default=list)),
                ('outcome', models.CharField(max_length=40)),
                ('detail', models.CharField(blank=True, default='', max_length=300)),
                ('tokens_in', models.PositiveIntegerField(default=0)),
                ('tokens_out', models.PositiveIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('ask', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='caption_attempts', to='annotator.ask')),
                ('derived', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='written_by', to='annotator.derivedask')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='consensus.captionrun')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('derived__isnull', False), ('outcome', 'passed'), models.Q(('request_sha256', ''), _negated=True)), models.Q(models.Q(('outcome__in', ['passed', '']), _negated=True), ('derived', None)), _connector='OR'), name='caption_attempt_made_its_caption')],
            },
        ),
    ]
