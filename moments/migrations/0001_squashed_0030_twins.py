import django.core.validators
import django.db.models.deletion
import moments.models.checks
import moments.models.clips
from django.db import migrations, models

from moments.database.squashed import Squashed


class Migration(Squashed):

    replaces = [('moments', '0001_initial'), ('moments', '0002_desk'), ('moments', '0003_pipeline_desk_and_team'), ('moments', '0004_step_failures'), ('moments', '0005_field_ranges'), ('moments', '0006_plain_labels'), ('moments', '0007_jobs'), ('moments', '0008_rewrite_jobs'), ('moments', '0009_marking'), ('moments', '0010_clip_parts'), ('moments', '0011_extent_of_all'), ('moments', '0012_trial_campaigns'), ('moments', '0013_pairs_by_similarity'), ('moments', '0014_videos_by_page'), ('moments', '0015_worker_beats'), ('moments', '0016_withdrawn_moments'), ('moments', '0017_scale'), ('moments', '0018_levels_of_campaigns'), ('moments', '0019_video_uploads'), ('moments', '0020_same_meaning'), ('moments', '0021_sample_clips'), ('moments', '0022_clip_sound'), ('moments', '0023_frames_left_out'), ('moments', '0024_source_proxies'), ('moments', '0025_illustrations'), ('moments', '0026_given_places'), ('moments', '0027_restore_jobs'), ('moments', '0028_staged_questions'), ('moments', '0029_directions'), ('moments', '0030_twins')]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Campaign',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('title', models.CharField(max_length=200)),
                ('kind', models.CharField(choices=[('grade', 'graded relevance'), ('mark', 'marked segments'), ('twin', 'twins forwards and backwards')], db_default='grade', default='grade', editable=False, max_length=8)),
                ('status', models.CharField(choices=[('draft', 'draft'), ('open', 'open'), ('paused', 'paused'), ('archive', 'archive')], default='draft', max_length=8)),
                ('follow_suggestions', models.BooleanField(default=False, help_text='Extend or close batches automatically as rule R7 suggests, without waiting for a lead.')),
                ('highest', models.PositiveSmallIntegerField(db_default=4, default=4, editable=False, help_text='The highest level of relevance; the levels from 0 up are rows of their own.')),
                ('encoder', models.CharField(blank=True, default='', editable=False, max_length=200)),
                ('seed', models.PositiveBigIntegerField(editable=False)),
                ('clip_height', models.PositiveSmallIntegerField(default=480, validators=[django.core.validators.MinValueValidator(16)])),
                ('clip_fps', models.FloatField(default=3.0, validators=[django.core.validators.MinValueValidator(0.1)])),
                ('renditions', models.CharField(default='gif', help_text='The clips of every moment: gif, mp4 and webp, comma-separated. The desk shows the smallest it can play.', max_length=40, validators=[moments.models.checks.validate_renditions])),
                ('clip_sound', models.BooleanField(db_default=False, default=False, help_text='Whether MP4s keep the sound of their videos. GIF and WebP have none, and neither have whole videos.')),
                ('early_press', models.CharField(choices=[('off', 'accept the level'), ('hint', 'accept the level and show a hint'), ('block', 'wait until the clip has played in full')], default='hint', help_text='What the desk does if somebody presses a level before the clip has played in full.', max_length=5)),
                ('time_zone', models.CharField(default='UTC', help_text='Days and pay periods start at midnight in this time zone, such as Asia/Singapore.', max_length=40, validators=[moments.models.checks.validate_time_zone])),
                ('hourly_rate', models.DecimalField(decimal_places=2, default=0, max_digits=8)),
                ('currency', models.CharField(default='SGD', max_length=3)),
                ('idle_s', models.PositiveIntegerField(default=120, help_text='A gap between two scores counts as working time up to this many seconds.')),
                ('is_trial', models.BooleanField(db_default=False, default=False, editable=False, help_text='A copy in which synthetic annotators score. It never becomes a real campaign, and can be removed.')),
                ('created_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('swept_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['grade', 'mark', 'twin'])), name='campaign_kind_known'), models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'open', 'paused', 'archive'])), name='campaign_status_known'), models.CheckConstraint(condition=models.Q(('highest__gte', 1), ('highest__lte', 6)), name='campaign_highest'), models.CheckConstraint(condition=models.Q(('clip_height__gte', 16), ('clip_height__lte', 2160)), name='campaign_clip_height'), models.CheckConstraint(condition=models.Q(('early_press__in', ['off', 'hint', 'block'])), name='campaign_early_press_known'), models.CheckConstraint(condition=models.Q(('renditions__in', ['gif', 'mp4', 'webp', 'gif,mp4', 'gif,webp', 'mp4,gif', 'mp4,webp', 'webp,gif', 'webp,mp4', 'gif,mp4,webp', 'gif,webp,mp4', 'mp4,gif,webp', 'mp4,webp,gif', 'webp,gif,mp4', 'webp,mp4,gif'])), name='campaign_renditions_known'), models.CheckConstraint(condition=models.Q(('clip_sound', False), ('renditions__in', ['mp4', 'gif,mp4', 'mp4,gif', 'mp4,webp', 'webp,mp4', 'gif,mp4,webp', 'gif,webp,mp4', 'mp4,gif,webp', 'mp4,webp,gif', 'webp,gif,mp4', 'webp,mp4,gif']), _connector='OR'), name='campaign_sound_has_mp4'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'twin'), _negated=True), ('clip_sound', False), _connector='OR'), name='campaign_of_twins_silent'), models.CheckConstraint(condition=models.Q(('clip_fps__gt', 0), ('clip_fps__lte', 60)), name='campaign_clip_fps')],
            },
        ),
        migrations.CreateModel(
            name='Batch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('opened_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='batches', to='moments.campaign')),
            ],
            options={
                'verbose_name_plural': 'batches',
            },
        ),
        migrations.CreateModel(
            name='CutOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=500)),
                ('everything', models.BooleanField(default=False)),
                ('ordered_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cut_orders', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='GivenPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=500)),
                ('actor', models.CharField(max_length=40)),
                ('given_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='given_places', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Illustration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('suffix', models.CharField(help_text='what the name in the storage ends in', max_length=4)),
                ('description', models.CharField(help_text='for people who cannot see it, and while it loads', max_length=300)),
                ('key', models.CharField(default=moments.models.clips.random_key, editable=False, max_length=40, unique=True)),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('seconds', models.FloatField(default=0, help_text='0 if it does not move')),
                ('size', models.PositiveBigIntegerField(help_text='in bytes')),
                ('sha256', models.CharField(max_length=64)),
                ('actor', models.CharField(max_length=40)),
                ('created_at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='illustrations', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('number', models.PositiveIntegerField(default=0)),
                ('actor', models.CharField(max_length=40)),
                ('order', models.JSONField(blank=True, default=dict)),
                ('ordered_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'waits for a worker'), ('running', 'being done'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='waiting', max_length=9)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('holder', models.CharField(blank=True, default='', max_length=120)),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('since', models.DateTimeField(blank=True, null=True)),
                ('done', models.PositiveIntegerField(default=0)),
                ('done_since', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('cancel_asked', models.BooleanField(default=False)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('outcome', models.CharField(blank=True, default='', max_length=1000)),
                ('reason', models.CharField(blank=True, default='', max_length=1000)),
                ('campaign', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='jobs', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('kind', models.CharField(max_length=40)),
                ('actor', models.CharField(max_length=40)),
                ('query_id', models.PositiveBigIntegerField(blank=True, null=True)),
                ('pair_number', models.PositiveBigIntegerField(blank=True, null=True)),
                ('payload', models.TextField()),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='moments.campaign')),
            ],
            options={
                'verbose_name_plural': 'ledger entries',
                'ordering': ['campaign', 'number'],
            },
        ),
        migrations.CreateModel(
            name='LedgerHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('length', models.PositiveBigIntegerField(default=0)),
                ('hash', models.CharField(default='', max_length=64)),
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='ledger_head', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Moment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('desc_id', models.PositiveBigIntegerField()),
                ('start_s', models.FloatField()),
                ('end_s', models.FloatField()),
                ('description', models.TextField()),
                ('caption', models.TextField()),
                ('kind', models.CharField(choices=[('v', 'video'), ('vt', 'video and text'), ('t', 'text')], max_length=2)),
                ('whole', models.BooleanField(db_default=False, default=False, editable=False)),
                ('direction', models.CharField(choices=[('forward', 'forwards'), ('backward', 'backwards')], db_default='forward', default='forward', editable=False, max_length=8)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moments', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Clip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rendition', models.CharField(default='gif', max_length=8)),
                ('state', models.CharField(choices=[('pending', 'pending'), ('ready', 'ready'), ('failed', 'failed')], default='pending', max_length=8)),
                ('reason', models.CharField(blank=True, default='', max_length=300)),
                ('key', models.CharField(default=moments.models.clips.random_key, editable=False, max_length=40, unique=True)),
                ('width', models.PositiveIntegerField(default=0)),
                ('height', models.PositiveIntegerField(default=0)),
                ('frames', models.PositiveIntegerField(default=0)),
                ('seconds', models.FloatField(default=0)),
                ('has_sound', models.BooleanField(db_default=False, default=False)),
                ('left_out', models.PositiveIntegerField(db_default=0, default=0, help_text='of a proxy, frames of its video that share a time with another')),
                ('size', models.PositiveBigIntegerField(default=0, help_text='in bytes')),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('cut_at', models.DateTimeField(blank=True, help_text='when these bytes were cut', null=True)),
                ('moment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clips', to='moments.moment')),
            ],
        ),
        migrations.CreateModel(
            name='Pair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(validators=[django.core.validators.MaxValueValidator(9007199254740991)])),
                ('rank', models.PositiveIntegerField()),
                ('similarity', models.FloatField()),
                ('attempt', models.PositiveSmallIntegerField(default=1)),
                ('parked', models.BooleanField(default=False)),
                ('study_only', models.BooleanField(default=False)),
                ('batch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='moments.batch')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='moments.campaign')),
                ('moment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='moments.moment')),
            ],
        ),
        migrations.CreateModel(
            name='PairSource',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=120)),
                ('rank', models.PositiveIntegerField()),
                ('similarity', models.FloatField()),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sources', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='Poster',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=moments.models.clips.random_key, editable=False, max_length=40, unique=True)),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('size', models.PositiveBigIntegerField(help_text='in bytes')),
                ('sha256', models.CharField(max_length=64)),
                ('cut_at', models.DateTimeField()),
                ('moment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='poster', to='moments.moment')),
            ],
        ),
        migrations.CreateModel(
            name='ProtocolVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField()),
                ('tolerance', models.PositiveSmallIntegerField()),
                ('batch_size', models.PositiveSmallIntegerField()),
                ('batches', models.PositiveSmallIntegerField()),
                ('window', models.PositiveSmallIntegerField()),
                ('threshold', models.FloatField()),
                ('statistic', models.CharField(max_length=4)),
                ('grace_s', models.PositiveIntegerField()),
                ('lease_s', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='protocols', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='MarkingParameters',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('gap_ms', models.PositiveIntegerField()),
                ('shortest_ms', models.PositiveIntegerField()),
                ('min_iou', models.FloatField()),
                ('edge_tolerance_ms', models.PositiveIntegerField()),
                ('sure_iou', models.FloatField()),
                ('extent', models.CharField(max_length=11)),
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='marking', to='moments.protocolversion')),
            ],
            options={
                'verbose_name_plural': 'marking parameters',
            },
        ),
        migrations.AddField(
            model_name='batch',
            name='protocol',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.protocolversion'),
        ),
        migrations.CreateModel(
            name='Query',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('query_id', models.PositiveBigIntegerField()),
                ('split', models.CharField(choices=[('val', 'validation'), ('test', 'test'), ('exam', 'exam')], max_length=4)),
                ('text', models.TextField()),
                ('version', models.PositiveSmallIntegerField(default=1, editable=False)),
                ('retired_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('priority', models.SmallIntegerField(default=0, editable=False)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='queries', to='moments.campaign')),
                ('own_moment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.moment')),
            ],
            options={
                'verbose_name_plural': 'queries',
            },
        ),
        migrations.AddField(
            model_name='pair',
            name='query',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='moments.query'),
        ),
        migrations.CreateModel(
            name='CandidateList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=120)),
                ('desc_ids', models.JSONField()),
                ('similarities', models.JSONField()),
                ('made_at', models.DateTimeField()),
                ('query', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='candidate_lists', to='moments.query')),
            ],
        ),
        migrations.AddField(
            model_name='batch',
            name='query',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='batches', to='moments.query'),
        ),
        migrations.CreateModel(
            name='QueryVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField()),
                ('text', models.TextField()),
                ('replaced_at', models.DateTimeField()),
                ('actor', models.CharField(max_length=40)),
                ('reason', models.CharField(max_length=1000)),
                ('same_meaning', models.BooleanField(db_default=False, default=False)),
                ('query', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='earlier', to='moments.query')),
            ],
        ),
        migrations.CreateModel(
            name='RewriteRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('method', models.CharField(choices=[('model', 'language model'), ('names', 'list of names')], max_length=5)),
                ('model', models.CharField(max_length=120)),
                ('prompt', models.CharField(help_text='version and SHA-256 of the prompt, or of the list of names', max_length=80)),
                ('encoder', models.CharField(max_length=200)),
                ('tagger', models.CharField(max_length=60)),
                ('parallel', models.PositiveSmallIntegerField(default=4)),
                ('rate', models.PositiveIntegerField(default=60, help_text='requests a minute')),
                ('tokens_in', models.PositiveBigIntegerField(default=0)),
                ('tokens_out', models.PositiveBigIntegerField(default=0)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rewrite_runs', to='moments.campaign')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rewrite_run', to='moments.job')),
            ],
        ),
        migrations.CreateModel(
            name='Rewriting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('failed', 'no answer'), ('review', 'needs a person'), ('accepted', 'accepted')], default='waiting', max_length=8)),
                ('source', models.CharField(blank=True, choices=[('', 'not decided'), ('model', 'language model'), ('names', 'list of names'), ('person', 'edited by a person'), ('original', 'the description itself')], default='', max_length=8)),
                ('text', models.TextField(blank=True, default='')),
                ('reason', models.CharField(blank=True, default='', max_length=300)),
                ('reviewer', models.CharField(blank=True, default='', max_length=40)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('moment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rewriting', to='moments.moment')),
            ],
        ),
        migrations.CreateModel(
            name='RewriteAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('text', models.TextField(blank=True, default='')),
                ('model', models.CharField(max_length=120)),
                ('prompt', models.CharField(help_text='version and SHA-256 of the prompt', max_length=80)),
                ('temperature', models.FloatField(blank=True, null=True)),
                ('similarity', models.FloatField(blank=True, null=True)),
                ('names', models.JSONField(default=list)),
                ('outcome', models.CharField(max_length=40)),
                ('detail', models.CharField(blank=True, default='', max_length=300)),
                ('tokens_in', models.PositiveIntegerField(default=0)),
                ('tokens_out', models.PositiveIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('rewriting', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='moments.rewriting')),
            ],
        ),
        migrations.CreateModel(
            name='SampleClip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rendition', models.CharField(max_length=8)),
                ('key', models.CharField(default=moments.models.clips.random_key, editable=False, max_length=40, unique=True)),
                ('width', models.PositiveIntegerField(default=0)),
                ('height', models.PositiveIntegerField(default=0)),
                ('frames', models.PositiveIntegerField(default=0)),
                ('seconds', models.FloatField(default=0)),
                ('has_sound', models.BooleanField(db_default=False, default=False)),
                ('size', models.PositiveBigIntegerField(default=0, help_text='in bytes')),
                ('took_s', models.FloatField(default=0)),
                ('reason', models.CharField(blank=True, default='', max_length=300)),
                ('job', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='samples', to='moments.job')),
                ('moment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='moments.moment')),
            ],
        ),
        migrations.CreateModel(
            name='ScaleLevel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('relevance', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=40)),
                ('short', models.CharField(max_length=100)),
                ('long', models.TextField()),
                ('colour', models.CharField(max_length=7)),
                ('gain', models.FloatField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='levels', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='StagedFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('moments', 'moments'), ('videos', 'whole videos'), ('questions', 'ready questions'), ('queries', 'queries'), ('candidates', 'candidates'), ('tvr', 'published labels (TVR-Ranking)'), ('ls', 'Label Studio export')], max_length=10)),
                ('name', models.CharField(help_text="random; the file's name in the data folder", max_length=60, unique=True)),
                ('given_name', models.CharField(max_length=200)),
                ('size', models.PositiveBigIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('actor', models.CharField(max_length=40)),
                ('staged_at', models.DateTimeField()),
                ('imported_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='staged', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='StepFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.CharField(max_length=60)),
                ('total', models.PositiveBigIntegerField(default=0)),
                ('count', models.PositiveIntegerField(default=0)),
                ('first_at', models.DateTimeField(help_text='the first failure of those in a row')),
                ('last_at', models.DateTimeField()),
                ('retry_at', models.DateTimeField()),
                ('error', models.CharField(max_length=100)),
                ('words', models.CharField(blank=True, default='', max_length=200)),
                ('place', models.CharField(blank=True, default='', max_length=120)),
                ('campaign', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='step_failures', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Twin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('backward', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='as_backward', to='moments.moment')),
                ('forward', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='as_forward', to='moments.moment')),
            ],
        ),
        migrations.CreateModel(
            name='TwinParameters',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('checkers', models.PositiveSmallIntegerField()),
                ('cannot_tell', models.BooleanField()),
                ('most_returns', models.PositiveSmallIntegerField()),
                ('lookalike_share', models.FloatField()),
                ('lookalikes', models.PositiveSmallIntegerField()),
                ('min_words', models.PositiveSmallIntegerField()),
                ('max_words', models.PositiveSmallIntegerField()),
                ('nearest_texts', models.FloatField()),
                ('latin_share', models.FloatField()),
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='twin', to='moments.protocolversion')),
            ],
            options={
                'verbose_name_plural': 'twin parameters',
            },
        ),
        migrations.CreateModel(
            name='Video',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('duration_s', models.FloatField()),
                ('domain', models.CharField(blank=True, db_default='', default='', help_text='The kind of video, such as sports.', max_length=60)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='videos', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='SourceProxy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(max_length=500)),
                ('key', models.CharField(default=moments.models.clips.random_key, editable=False, max_length=40, unique=True)),
                ('frames_key', models.CharField(default=moments.models.clips.random_key, editable=False, max_length=40, unique=True)),
                ('sheet_keys', models.CharField(max_length=600)),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('seconds', models.FloatField()),
                ('size', models.PositiveBigIntegerField(help_text='in bytes, without the files beside it')),
                ('made_at', models.DateTimeField()),
                ('video', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='source_proxy', to='moments.video')),
            ],
        ),
        migrations.AddField(
            model_name='moment',
            name='video',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moments', to='moments.video'),
        ),
        migrations.AddField(
            model_name='batch',
            name='video',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='batches', to='moments.video'),
        ),
        migrations.CreateModel(
            name='VideoCut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('cutting', 'being cut'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('taken_at', models.DateTimeField(blank=True, null=True)),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, default='', max_length=300)),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='videos', to='moments.cutorder')),
                ('video', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.video')),
            ],
        ),
        migrations.CreateModel(
            name='VideoUpload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('video_name', models.CharField(max_length=200)),
                ('name', models.CharField(max_length=210)),
                ('given_name', models.CharField(max_length=200)),
                ('place', models.CharField(max_length=500)),
                ('key', models.CharField(max_length=1000)),
                ('etags', models.JSONField(blank=True, default=list)),
                ('size', models.PositiveBigIntegerField(help_text='in bytes, all of the video')),
                ('received', models.PositiveBigIntegerField(default=0, help_text='in bytes')),
                ('modified_ms', models.PositiveBigIntegerField(help_text='when the file was changed last, as the browser says')),
                ('actor', models.CharField(max_length=40)),
                ('started_at', models.DateTimeField()),
                ('touched_at', models.DateTimeField(help_text='when the last part arrived')),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='video_uploads', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='WithdrawnMoment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor', models.CharField(max_length=40)),
                ('reason', models.CharField(max_length=1000)),
                ('withdrawn_at', models.DateTimeField()),
                ('moment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawn', to='moments.moment')),
            ],
        ),
        migrations.CreateModel(
            name='WorkerBeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True)),
                ('queues', models.CharField(max_length=200)),
                ('seen_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('queues', ''), _negated=True)), name='worker_beat_is_named')],
            },
        ),
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
        migrations.AddConstraint(
            model_name='cutorder',
            constraint=models.UniqueConstraint(condition=models.Q(('finished_at', None), ('stopped_at', None)), fields=('campaign',), name='cut_order_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='cutorder',
            constraint=models.CheckConstraint(condition=models.Q(('source', ''), _negated=True), name='cut_order_has_source'),
        ),
        migrations.AddConstraint(
            model_name='givenplace',
            constraint=models.UniqueConstraint(fields=('campaign', 'address'), name='place_given_once'),
        ),
        migrations.AddConstraint(
            model_name='givenplace',
            constraint=models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='place_has_address'),
        ),
        migrations.AddConstraint(
            model_name='illustration',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='illustration_number_once'),
        ),
        migrations.AddConstraint(
            model_name='illustration',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='illustration_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='illustration',
            constraint=models.CheckConstraint(condition=models.Q(('description', ''), _negated=True), name='illustration_is_described'),
        ),
        migrations.AddConstraint(
            model_name='illustration',
            constraint=models.CheckConstraint(condition=models.Q(('suffix__in', ['png', 'jpg', 'webp', 'gif', 'mp4'])), name='illustration_suffix_known'),
        ),
        migrations.AddConstraint(
            model_name='illustration',
            constraint=models.CheckConstraint(condition=models.Q(('height__gt', 0), ('seconds__gte', 0), ('size__gt', 0), ('width__gt', 0)), name='illustration_has_bytes'),
        ),
        migrations.AddIndex(
            model_name='job',
            index=models.Index(condition=models.Q(('finished_at', None)), fields=['kind', 'ordered_at'], name='job_live'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(condition=models.Q(('finished_at', None)), fields=('campaign', 'kind', 'number'), name='job_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(condition=models.Q(('campaign', None), ('finished_at', None)), fields=('kind', 'number'), name='job_without_campaign_once'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('campaign', None), ('kind', 'restore')), models.Q(('campaign__isnull', False), models.Q(('kind', 'restore'), _negated=True)), _connector='OR'), name='job_restore_has_no_campaign'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='job_has_kind'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'cancelled'])), name='job_state_known'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('leased_until__isnull', False), ('since__isnull', False), ('state', 'running'), models.Q(('holder', ''), _negated=True)), models.Q(models.Q(('state', 'running'), _negated=True), ('holder', ''), ('leased_until', None)), _connector='OR'), name='job_running_is_leased'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at', None), ('state__in', ['waiting', 'running'])), models.Q(('finished_at__isnull', False), ('state__in', ['done', 'failed', 'cancelled'])), _connector='OR'), name='job_finished_when_over'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['failed', 'cancelled']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='job_failed_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('done__lte', models.F('total')), ('done_since__lte', models.F('total'))), name='job_done_within_total'),
        ),
        migrations.AddIndex(
            model_name='ledgerentry',
            index=models.Index(fields=['campaign', 'pair_number'], name='ledger_by_pair'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='ledger_number_once'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.UniqueConstraint(fields=('campaign', 'previous_hash'), name='ledger_no_fork'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.UniqueConstraint(fields=('campaign', 'hash'), name='ledger_hash_once'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='ledger_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='clip',
            constraint=models.UniqueConstraint(fields=('moment', 'rendition'), name='clip_rendition_once'),
        ),
        migrations.AddConstraint(
            model_name='clip',
            constraint=models.CheckConstraint(condition=models.Q(('rendition__in', ['gif', 'mp4', 'webp', 'proxy'])), name='clip_rendition_known'),
        ),
        migrations.AddConstraint(
            model_name='clip',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['pending', 'ready', 'failed'])), name='clip_state_known'),
        ),
        migrations.AddConstraint(
            model_name='clip',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'ready'), _negated=True), models.Q(('frames__gt', 0), ('size__gt', 0)), _connector='OR'), name='clip_ready_has_frames'),
        ),
        migrations.AddConstraint(
            model_name='clip',
            constraint=models.CheckConstraint(condition=models.Q(('has_sound', False), ('rendition', 'mp4'), _connector='OR'), name='clip_sound_in_mp4'),
        ),
        migrations.AddConstraint(
            model_name='pairsource',
            constraint=models.UniqueConstraint(fields=('pair', 'source'), name='pair_source_once'),
        ),
        migrations.AddConstraint(
            model_name='pairsource',
            constraint=models.CheckConstraint(condition=models.Q(('rank__gte', 1)), name='pair_source_rank_from_one'),
        ),
        migrations.AddConstraint(
            model_name='pairsource',
            constraint=models.CheckConstraint(condition=models.Q(('source', ''), _negated=True), name='pair_source_named'),
        ),
        migrations.AddConstraint(
            model_name='poster',
            constraint=models.CheckConstraint(condition=models.Q(('size__gt', 0)), name='poster_has_bytes'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.UniqueConstraint(fields=('campaign', 'version'), name='protocol_version_once'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='protocol_version_from_one'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('tolerance__lte', 6)), name='protocol_tolerance'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('batch_size__gte', 1)), name='protocol_batch_size'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('batches__in', [1, 2])), name='protocol_batches'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('window__gte', 1)), name='protocol_window'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('statistic__in', ['mean', 'min'])), name='protocol_statistic'),
        ),
        migrations.AddConstraint(
            model_name='protocolversion',
            constraint=models.CheckConstraint(condition=models.Q(('batch_size__lte', 1000), ('window__lte', models.F('batch_size')), ('grace_s__lte', 86400), ('threshold__gte', 0), ('threshold__lte', 6), ('lease_s__gte', 60), ('lease_s__lte', 2592000)), name='protocol_within_range'),
        ),
        migrations.AddConstraint(
            model_name='markingparameters',
            constraint=models.CheckConstraint(condition=models.Q(('gap_ms__lte', 60000), ('shortest_ms__gte', 1), ('shortest_ms__lte', 60000), ('edge_tolerance_ms__lte', 60000)), name='marking_times_within_range'),
        ),
        migrations.AddConstraint(
            model_name='markingparameters',
            constraint=models.CheckConstraint(condition=models.Q(('min_iou__gte', 0), ('sure_iou__gte', models.F('min_iou')), ('sure_iou__lte', 1)), name='marking_iou_range'),
        ),
        migrations.AddConstraint(
            model_name='markingparameters',
            constraint=models.CheckConstraint(condition=models.Q(('extent__in', ('outer', 'mean', 'mean_of_all'))), name='marking_extent_known'),
        ),
        migrations.AddIndex(
            model_name='query',
            index=models.Index(condition=models.Q(('priority', 0), _negated=True), fields=['campaign', 'priority'], name='query_prioritised'),
        ),
        migrations.AddConstraint(
            model_name='query',
            constraint=models.UniqueConstraint(fields=('campaign', 'query_id'), name='query_id_once'),
        ),
        migrations.AddConstraint(
            model_name='query',
            constraint=models.CheckConstraint(condition=models.Q(('split__in', ['val', 'test', 'exam'])), name='query_split_known'),
        ),
        migrations.AddIndex(
            model_name='pair',
            index=models.Index(condition=models.Q(('parked', True)), fields=['campaign'], name='pair_parked'),
        ),
        migrations.AddIndex(
            model_name='pair',
            index=models.Index(fields=['campaign', 'similarity', 'number'], name='pair_by_similarity'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='pair_number_once'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.UniqueConstraint(fields=('query', 'rank'), name='pair_rank_once'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.UniqueConstraint(fields=('query', 'moment'), name='pair_moment_once'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.CheckConstraint(condition=models.Q(('number__lte', 9007199254740991)), name='pair_number_within'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.CheckConstraint(condition=models.Q(('rank__gte', 1)), name='pair_rank_from_one'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.CheckConstraint(condition=models.Q(('attempt__gte', 1)), name='pair_attempt_from_one'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.CheckConstraint(condition=models.Q(('similarity__gte', -1), ('similarity__lte', 1)), name='pair_similarity_range'),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.CheckConstraint(condition=models.Q(('study_only', False), ('batch', None), _connector='OR'), name='pair_of_study_in_no_batch'),
        ),
        migrations.AddConstraint(
            model_name='candidatelist',
            constraint=models.UniqueConstraint(fields=('query', 'source'), name='candidate_list_once'),
        ),
        migrations.AddConstraint(
            model_name='candidatelist',
            constraint=models.CheckConstraint(condition=models.Q(('source', ''), _negated=True), name='candidate_list_named'),
        ),
        migrations.AddConstraint(
            model_name='queryversion',
            constraint=models.UniqueConstraint(fields=('query', 'version'), name='query_version_once'),
        ),
        migrations.AddConstraint(
            model_name='rewriterun',
            constraint=models.CheckConstraint(condition=models.Q(('method__in', ['model', 'names'])), name='rewrite_run_method_known'),
        ),
        migrations.AddIndex(
            model_name='rewriting',
            index=models.Index(fields=['state', 'moment'], name='rewriting_by_state'),
        ),
        migrations.AddConstraint(
            model_name='rewriting',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'failed', 'review', 'accepted'])), name='rewriting_state_known'),
        ),
        migrations.AddConstraint(
            model_name='rewriting',
            constraint=models.CheckConstraint(condition=models.Q(('source__in', ['', 'model', 'names', 'person', 'original'])), name='rewriting_source_known'),
        ),
        migrations.AddConstraint(
            model_name='rewriting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', False), ('state', 'accepted'), models.Q(('text', ''), _negated=True), models.Q(('source', ''), _negated=True)), models.Q(models.Q(('state', 'accepted'), _negated=True), ('decided_at', None), ('source', '')), _connector='OR'), name='rewriting_accepted_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='rewriteattempt',
            constraint=models.UniqueConstraint(fields=('rewriting', 'number'), name='rewrite_attempt_once'),
        ),
        migrations.AddConstraint(
            model_name='rewriteattempt',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rewrite_attempt_from_one'),
        ),
        migrations.AddConstraint(
            model_name='rewriteattempt',
            constraint=models.CheckConstraint(condition=models.Q(('outcome', ''), _negated=True), name='rewrite_attempt_has_outcome'),
        ),
        migrations.AddConstraint(
            model_name='sampleclip',
            constraint=models.UniqueConstraint(fields=('job', 'moment', 'rendition'), name='sample_once_a_test'),
        ),
        migrations.AddConstraint(
            model_name='sampleclip',
            constraint=models.CheckConstraint(condition=models.Q(('rendition__in', ('gif', 'mp4', 'webp'))), name='sample_rendition_known'),
        ),
        migrations.AddConstraint(
            model_name='sampleclip',
            constraint=models.CheckConstraint(condition=models.Q(('has_sound', False), ('rendition', 'mp4'), _connector='OR'), name='sample_sound_in_mp4'),
        ),
        migrations.AddConstraint(
            model_name='sampleclip',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('frames__gt', 0), ('reason', ''), ('size__gt', 0)), models.Q(('size', 0), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='sample_has_bytes_or_reason'),
        ),
        migrations.AddConstraint(
            model_name='scalelevel',
            constraint=models.UniqueConstraint(fields=('campaign', 'relevance'), name='level_once'),
        ),
        migrations.AddConstraint(
            model_name='scalelevel',
            constraint=models.UniqueConstraint(fields=('campaign', 'name'), name='level_name_once'),
        ),
        migrations.AddConstraint(
            model_name='scalelevel',
            constraint=models.CheckConstraint(condition=models.Q(('relevance__gte', 0), ('relevance__lte', 6)), name='level_range'),
        ),
        migrations.AddConstraint(
            model_name='scalelevel',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('short', ''), _negated=True), models.Q(('long', ''), _negated=True)), name='level_in_words'),
        ),
        migrations.AddConstraint(
            model_name='scalelevel',
            constraint=models.CheckConstraint(condition=models.Q(('colour__regex', '^#[0-9a-f]{6}$')), name='level_colour'),
        ),
        migrations.AddConstraint(
            model_name='scalelevel',
            constraint=models.CheckConstraint(condition=models.Q(('gain__gte', 0), ('gain__lte', 1000.0)), name='level_gain'),
        ),
        migrations.AddConstraint(
            model_name='stagedfile',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['moments', 'videos', 'questions', 'queries', 'candidates', 'tvr', 'ls'])), name='staged_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='stepfailure',
            constraint=models.UniqueConstraint(fields=('campaign', 'step'), name='step_once_a_campaign'),
        ),
        migrations.AddConstraint(
            model_name='stepfailure',
            constraint=models.UniqueConstraint(condition=models.Q(('campaign', None)), fields=('step',), name='step_once_without_campaign'),
        ),
        migrations.AddConstraint(
            model_name='stepfailure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('step', ''), _negated=True), models.Q(('error', ''), _negated=True)), name='step_failure_is_named'),
        ),
        migrations.AddConstraint(
            model_name='stepfailure',
            constraint=models.CheckConstraint(condition=models.Q(('count__lte', models.F('total'))), name='step_failures_in_a_row'),
        ),
        migrations.AddConstraint(
            model_name='twinparameters',
            constraint=models.CheckConstraint(condition=models.Q(('checkers__gte', 1), ('checkers__lte', 2), ('most_returns__lte', 5), ('lookalikes__gte', 1), ('lookalikes__lte', 9), ('max_words__gte', models.F('min_words')), ('max_words__lte', 150), ('min_words__gte', 1)), name='twin_numbers_within_range'),
        ),
        migrations.AddConstraint(
            model_name='twinparameters',
            constraint=models.CheckConstraint(condition=models.Q(('lookalike_share__gte', 0), ('lookalike_share__lte', 1), ('nearest_texts__gte', 0), ('nearest_texts__lte', 1), ('latin_share__gte', 0), ('latin_share__lte', 1)), name='twin_shares_within_range'),
        ),
        migrations.AddConstraint(
            model_name='video',
            constraint=models.UniqueConstraint(fields=('campaign', 'name'), name='video_name_once'),
        ),
        migrations.AddConstraint(
            model_name='video',
            constraint=models.CheckConstraint(condition=models.Q(('duration_s__gt', 0)), name='video_duration_positive'),
        ),
        migrations.AddConstraint(
            model_name='sourceproxy',
            constraint=models.CheckConstraint(condition=models.Q(('size__gt', 0), models.Q(('sheet_keys', ''), _negated=True)), name='source_proxy_has_bytes'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.UniqueConstraint(fields=('campaign', 'desc_id'), name='moment_desc_id_once'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.UniqueConstraint(condition=models.Q(('whole', True)), fields=('video',), name='moment_whole_once'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('whole', False), ('start_s', 0), _connector='OR'), name='moment_whole_from_start'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('end_s__gt', models.F('start_s')), ('start_s__gte', 0)), name='moment_stretch'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['v', 'vt', 't'])), name='moment_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('direction__in', ['forward', 'backward'])), name='moment_direction_known'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('whole', False), ('direction', 'forward'), _connector='OR'), name='moment_whole_forward'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.UniqueConstraint(fields=('query', 'number'), name='batch_number_once'),
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
        migrations.AddIndex(
            model_name='videocut',
            index=models.Index(fields=['order', 'state'], name='video_cut_by_state'),
        ),
        migrations.AddConstraint(
            model_name='videocut',
            constraint=models.UniqueConstraint(fields=('order', 'video'), name='video_cut_once'),
        ),
        migrations.AddConstraint(
            model_name='videocut',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'cutting', 'done', 'failed'])), name='video_cut_state_known'),
        ),
        migrations.AddConstraint(
            model_name='videocut',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'cutting'), _negated=True), ('leased_until__isnull', False), _connector='OR'), name='video_cut_has_lease'),
        ),
        migrations.AddConstraint(
            model_name='videoupload',
            constraint=models.UniqueConstraint(fields=('campaign', 'video_name'), name='upload_video_once'),
        ),
        migrations.AddConstraint(
            model_name='videoupload',
            constraint=models.CheckConstraint(condition=models.Q(('received__lte', models.F('size')), ('size__gt', 0)), name='upload_within_size'),
        ),
        migrations.AddConstraint(
            model_name='videoupload',
            constraint=models.CheckConstraint(condition=models.Q(('finished_at', None), ('received', models.F('size')), _connector='OR'), name='upload_finished_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='withdrawnmoment',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='withdrawn_moment_has_reason'),
        ),
    ]
