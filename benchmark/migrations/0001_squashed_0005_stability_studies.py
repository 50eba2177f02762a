import django.db.models.deletion
from django.db import migrations, models

from moments.database.squashed import Squashed


class Migration(Squashed):

    replaces = [('evaluation', '0001_initial'), ('evaluation', '0002_run_jobs'), ('evaluation', '0003_measure_studies'), ('evaluation', '0004_run_documents'), ('evaluation', '0005_stability_studies')]

    initial = True

    dependencies = [
        ('moments', '0001_squashed_0030_twins'),
    ]

    operations = [
        migrations.CreateModel(
            name='MeasureStudy',
            fields=[
                ('ledger_length', models.PositiveBigIntegerField()),
                ('ordered_by', models.CharField(max_length=40)),
                ('made_at', models.DateTimeField()),
                ('order', models.JSONField()),
                ('figures', models.JSONField()),
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='measure_study', serialize=False, to='moments.campaign')),
            ],
            options={
                'verbose_name_plural': 'measure studies',
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('kind', models.CharField(choices=[('uploaded', 'uploaded'), ('similarity', 'reference: similarity'), ('random', 'reference: random'), ('oracle', 'reference: oracle')], max_length=10)),
                ('file_name', models.CharField(blank=True, default='', max_length=150)),
                ('stored', models.CharField(blank=True, default='', max_length=40)),
                ('has_corpus', models.BooleanField(default=False)),
                ('documents', models.CharField(choices=[('desc_id', 'moments by desc_id'), ('pair_id', 'pairs by pair_id')], db_default='desc_id', default='desc_id', max_length=7)),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('size', models.PositiveBigIntegerField(default=0, help_text='in bytes, as sent')),
                ('uploaded_by', models.CharField(max_length=40)),
                ('uploaded_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='moments.campaign')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='run', to='moments.job')),
            ],
        ),
        migrations.CreateModel(
            name='StabilityStudy',
            fields=[
                ('ledger_length', models.PositiveBigIntegerField()),
                ('ordered_by', models.CharField(max_length=40)),
                ('made_at', models.DateTimeField()),
                ('order', models.JSONField()),
                ('figures', models.JSONField()),
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='stability_study', serialize=False, to='moments.campaign')),
            ],
            options={
                'verbose_name_plural': 'stability studies',
            },
        ),
        migrations.CreateModel(
            name='LabelSnapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('ledger_length', models.PositiveBigIntegerField()),
                ('ledger_hash', models.CharField(max_length=64)),
                ('labels', models.PositiveIntegerField()),
                ('queries', models.PositiveIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('made_at', models.DateTimeField()),
                ('checked_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='label_snapshots', to='moments.campaign')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'number'), name='snapshot_number_once'), models.CheckConstraint(condition=models.Q(('labels__gte', 1), ('queries__gte', 1)), name='snapshot_has_labels')],
            },
        ),
        migrations.CreateModel(
            name='RunScores',
            fields=[
                ('run', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='scores', serialize=False, to='evaluation.run')),
                ('scored_at', models.DateTimeField()),
                ('measures', models.JSONField()),
                ('summary', models.JSONField()),
                ('treatments', models.JSONField()),
                ('counts', models.JSONField()),
                ('values', models.BinaryField()),
                ('answers', models.BinaryField()),
                ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='evaluation.labelsnapshot')),
            ],
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='run_number_once'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(fields=('campaign', 'name'), name='run_name_once'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'uploaded'), _negated=True), fields=('campaign', 'kind'), name='run_reference_once'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(condition=models.Q(('stored', ''), _negated=True), fields=('stored',), name='run_stored_once'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['uploaded', 'similarity', 'random', 'oracle'])), name='run_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.CheckConstraint(condition=models.Q(('documents__in', ['desc_id', 'pair_id'])), name='run_documents_known'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'uploaded'), models.Q(('stored', ''), _negated=True)), models.Q(models.Q(('kind', 'uploaded'), _negated=True), ('stored', '')), _connector='OR'), name='run_uploaded_has_file'),
        ),
    ]
