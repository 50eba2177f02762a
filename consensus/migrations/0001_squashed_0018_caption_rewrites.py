import annotator.twins.answers
import consensus.twins.rewrites.choosing
import consensus.twins.rewrites.review
import consensus.twins.splits.placing
import datetime
import django.db.models.deletion
import moments.models.checks
from django.db import migrations, models

from moments.database.squashed import Squashed


class Migration(Squashed):

    replaces = [('consensus', '0001_initial'), ('consensus', '0002_desk'), ('consensus', '0003_pipeline_desk_and_team'), ('consensus', '0004_study_order'), ('consensus', '0005_field_ranges'), ('consensus', '0006_plain_labels'), ('consensus', '0007_report_jobs'), ('consensus', '0008_study_jobs'), ('consensus', '0009_export_jobs'), ('consensus', '0010_marking'), ('consensus', '0011_captions'), ('consensus', '0012_saved_views'), ('consensus', '0013_scale'), ('consensus', '0014_kept_contradictions'), ('consensus', '0015_twin_truths'), ('consensus', '0016_video_splits'), ('consensus', '0018_caption_rewrites')]

    initial = True

    dependencies = [
        ('annotator', '0001_squashed_0026_twin_exams'),
        ('moments', '0001_squashed_0030_twins'),
    ]

    operations = [
        migrations.CreateModel(
            name='Verdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('agreed', 'agreed'), ('discarded', 'discarded by the rule'), ('withdrawn', 'withdrawn by the lead'), ('adjudicated', 'adjudicated by the lead'), ('returned', "returned to the question's author")], max_length=11)),
                ('relevance', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('actor', models.CharField(max_length=40)),
                ('reason', models.CharField(blank=True, default='', max_length=1000)),
                ('decided_at', models.DateTimeField()),
                ('superseded', models.BooleanField(default=False)),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='moments.pair')),
                ('protocol', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.protocolversion')),
            ],
        ),
        migrations.CreateModel(
            name='CaptionRewrite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('direction', models.CharField(choices=[('forward', 'forwards'), ('backward', 'backwards')], max_length=8)),
                ('text', models.CharField(max_length=2000)),
                ('to_own', models.FloatField(blank=True, null=True)),
                ('to_twin', models.FloatField(blank=True, null=True)),
                ('fault', models.CharField(blank=True, choices=[("the caption, or the twin's", "the caption, or the twin's"), ('too far from its caption', 'too far from its caption'), ("not nearer to its caption than to the twin's", "not nearer to its caption than to the twin's"), ('too like another rewrite', 'too like another rewrite'), ('not needed', 'not needed'), ('a caption may not be written so', 'a caption may not be written so')], default='', max_length=60)),
                ('detail', models.CharField(blank=True, default='', max_length=300)),
                ('stands', models.BooleanField(default=False)),
                ('verdict', models.CharField(blank=True, choices=[('right', 'right'), ('wrong', 'wrong')], default='', max_length=5)),
                ('reviewer', models.CharField(blank=True, default='', max_length=40)),
                ('reviewed_at', models.DateTimeField(blank=True, null=True)),
                ('caption', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rewrites', to='annotator.twincaption')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rewrites', to='moments.pair')),
            ],
        ),
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
        ),
        migrations.CreateModel(
            name='DatasetCard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('licence', models.CharField(blank=True, default='', help_text='The SPDX identifier, such as CC-BY-4.0, or the name of the licence.', max_length=60)),
                ('licence_url', models.URLField(blank=True, default='', max_length=300, verbose_name='licence URL')),
                ('citation', models.TextField(blank=True, default='', help_text='How to cite the dataset, preferably as BibTeX.', max_length=4000)),
                ('creators', models.CharField(blank=True, default='', help_text='The names of the creators, separated by semicolons.', max_length=1000)),
                ('homepage', models.URLField(blank=True, default='', max_length=300)),
                ('version', models.CharField(blank=True, default='', help_text='The version of the dataset, such as 1.0.0.', max_length=20)),
                ('published_on', models.DateField(blank=True, help_text='The date as year-month-day.', null=True, validators=[moments.models.checks.validate_day])),
                ('description', models.TextField(blank=True, default='', help_text='A description of the dataset in a few sentences.', max_length=4000)),
                ('video_access', models.TextField(blank=True, default='', help_text='The export contains no videos, so explain where to find them.', max_length=4000, verbose_name='how to get the videos')),
                ('collection', models.TextField(blank=True, default='', help_text='Who took part, where and when.', max_length=4000, verbose_name='how it was collected')),
                ('consent', models.TextField(blank=True, default='', help_text='What annotators agreed to, and any approval by a review board.', max_length=4000, verbose_name='consent')),
                ('limits', models.TextField(blank=True, default='', help_text='What the dataset should not be used for.', max_length=4000, verbose_name='known limits')),
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='dataset_card', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Export',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('formats', models.CharField(max_length=100)),
                ('partial', models.BooleanField(default=False)),
                ('manifest', models.JSONField(blank=True, null=True)),
                ('ledger_length', models.PositiveBigIntegerField(default=0)),
                ('ledger_hash', models.CharField(blank=True, default='', max_length=64)),
                ('path', models.CharField(blank=True, default='', max_length=200)),
                ('size', models.PositiveBigIntegerField(default=0, help_text='in bytes')),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exports', to='moments.campaign')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='export', to='moments.job')),
            ],
        ),
        migrations.CreateModel(
            name='LeadDigest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('hour', models.PositiveSmallIntegerField(default=7, help_text="hour of the day in the campaign's time zone")),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='digest', to='annotator.membership')),
            ],
        ),
        migrations.CreateModel(
            name='RewriteSample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.PositiveBigIntegerField()),
                ('size', models.PositiveIntegerField()),
                ('rewrites', models.PositiveIntegerField(help_text='how many rewrites it was drawn from')),
                ('actor', models.CharField(max_length=40)),
                ('drawn_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rewrite_samples', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='SampledRewrite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('rewrite', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sampled', to='consensus.captionrewrite')),
                ('sample', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sampled', to='consensus.rewritesample')),
            ],
        ),
        migrations.CreateModel(
            name='SavedView',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('address', models.CharField(blank=True, default='', max_length=2000)),
                ('owner', models.CharField(max_length=40)),
                ('open_to_leads', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('saved_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='saved_views', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='TwinRewriteAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('direction', models.CharField(choices=[('forward', 'forwards'), ('backward', 'backwards')], max_length=8)),
                ('temperature', models.FloatField()),
                ('request_sha256', models.CharField(max_length=64)),
                ('outcome', models.CharField(max_length=40)),
                ('detail', models.CharField(blank=True, default='', max_length=300)),
                ('given', models.PositiveSmallIntegerField(default=0)),
                ('kept', models.PositiveSmallIntegerField(default=0)),
                ('tokens_in', models.PositiveIntegerField(default=0)),
                ('tokens_out', models.PositiveIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('caption', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotator.twincaption')),
            ],
        ),
        migrations.AddField(
            model_name='captionrewrite',
            name='answer',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rewrites', to='consensus.twinrewriteanswer'),
        ),
        migrations.CreateModel(
            name='TwinRewriteRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=120)),
                ('prompt', models.CharField(help_text='version and SHA-256 of the prompt', max_length=80)),
                ('encoder', models.CharField(max_length=120)),
                ('per_caption', models.PositiveSmallIntegerField(default=9)),
                ('rounds', models.PositiveSmallIntegerField(default=3)),
                ('least_similar', models.FloatField(default=0.7)),
                ('parallel', models.PositiveSmallIntegerField(default=4)),
                ('rate', models.PositiveIntegerField(default=60, help_text='requests a minute')),
                ('most_tokens', models.PositiveBigIntegerField(default=2000000)),
                ('tokens_in', models.PositiveBigIntegerField(default=0)),
                ('tokens_out', models.PositiveBigIntegerField(default=0)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='twin_rewrite_runs', to='moments.campaign')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='twin_rewrite_run', to='moments.job')),
            ],
        ),
        migrations.AddField(
            model_name='twinrewriteanswer',
            name='run',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='consensus.twinrewriterun'),
        ),
        migrations.CreateModel(
            name='TwinTruth',
            fields=[
                ('verdict', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='twin_truth', serialize=False, to='consensus.verdict')),
                ('outcome', models.CharField(choices=[('twins', 'twins, with a caption for each direction'), ('single', 'a single clip, with one caption'), ('dropped', 'dropped, without a caption')], max_length=7)),
                ('temporal', models.BooleanField()),
                ('criterion', models.CharField(blank=True, choices=[('activity', 'activity'), ('sequence', 'sequence'), ('state', 'state'), ('position', 'position')], default='', max_length=8)),
                ('unreal', models.CharField(blank=True, choices=[('neither', 'neither'), ('forward', 'forward'), ('backward', 'backward'), ('both', 'both')], default='', max_length=8)),
            ],
        ),
        migrations.CreateModel(
            name='TruthSegment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('verdict', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='segments', to='consensus.verdict')),
            ],
        ),
        migrations.CreateModel(
            name='KeptContradiction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor', models.CharField(max_length=40)),
                ('reason', models.CharField(max_length=1000)),
                ('kept_at', models.DateTimeField()),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='consensus.verdict')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='consensus.verdict')),
            ],
        ),
        migrations.CreateModel(
            name='VideoSplit',
            fields=[
                ('video', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='placed', serialize=False, to='moments.video')),
                ('split', models.CharField(choices=[('train', 'train'), ('val', 'val'), ('test', 'test')], max_length=5)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('split__in', [consensus.twins.splits.placing.Split['TRAIN'], consensus.twins.splits.placing.Split['VAL'], consensus.twins.splits.placing.Split['TEST']])), name='video_split_known')],
            },
        ),
        migrations.CreateModel(
            name='ArchiveScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('worker', models.CharField(max_length=40)),
                ('relevance', models.PositiveSmallIntegerField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='archive_scores', to='moments.campaign')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='archive_scores', to='moments.pair')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('pair', 'position'), name='archive_position_once'), models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='archive_position_from_one'), models.CheckConstraint(condition=models.Q(('relevance__gte', 0), ('relevance__lte', 6)), name='archive_range'), models.CheckConstraint(condition=models.Q(('worker', ''), _negated=True), name='archive_has_worker')],
            },
        ),
        migrations.CreateModel(
            name='BatchReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('advice', models.CharField(max_length=6)),
                ('value', models.FloatField(blank=True, null=True)),
                ('reason', models.CharField(max_length=300)),
                ('suggested_at', models.DateTimeField()),
                ('decision', models.CharField(blank=True, choices=[('', 'awaiting review'), ('extend', 'extended'), ('close', 'closed')], default='', max_length=6)),
                ('actor', models.CharField(blank=True, default='', max_length=40)),
                ('note', models.CharField(blank=True, default='', max_length=1000)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('superseded', models.BooleanField(default=False)),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reviews', to='moments.batch')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reviews', to='moments.campaign')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('decision', '')), fields=['campaign', 'suggested_at'], name='review_pending')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('superseded', False)), fields=('batch',), name='review_once_a_batch'), models.CheckConstraint(condition=models.Q(('decision__in', ['', 'extend', 'close'])), name='review_decision_known'), models.CheckConstraint(condition=models.Q(('advice__in', ['extend', 'close', 'none'])), name='review_advice_known'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decision', '')), models.Q(models.Q(('decision', ''), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='review_decided_has_time')],
            },
        ),
        migrations.AddConstraint(
            model_name='captionrun',
            constraint=models.CheckConstraint(condition=models.Q(('frames__range', (1, 32))), name='caption_run_frames'),
        ),
        migrations.AddConstraint(
            model_name='captionrun',
            constraint=models.CheckConstraint(condition=models.Q(('height__range', (64, 720))), name='caption_run_height'),
        ),
        migrations.AddConstraint(
            model_name='captionrun',
            constraint=models.CheckConstraint(condition=models.Q(('parallel__range', (1, 64))), name='caption_run_parallel'),
        ),
        migrations.AddConstraint(
            model_name='captionrun',
            constraint=models.CheckConstraint(condition=models.Q(('rate__range', (1, 6000))), name='caption_run_rate'),
        ),
        migrations.AddConstraint(
            model_name='captionrun',
            constraint=models.CheckConstraint(condition=models.Q(('most_tokens__gte', 1)), name='caption_run_has_budget'),
        ),
        migrations.AddConstraint(
            model_name='captionrun',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('model', ''), _negated=True), models.Q(('prompt', ''), _negated=True), models.Q(('language', ''), _negated=True)), name='caption_run_named'),
        ),
        migrations.AddConstraint(
            model_name='captionattempt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('derived__isnull', False), ('outcome', 'passed'), models.Q(('request_sha256', ''), _negated=True)), models.Q(models.Q(('outcome__in', ['passed', '']), _negated=True), ('derived', None)), _connector='OR'), name='caption_attempt_made_its_caption'),
        ),
        migrations.AddConstraint(
            model_name='datasetcard',
            constraint=models.CheckConstraint(condition=models.Q(('published_on', None), models.Q(('published_on__gte', datetime.date(1900, 1, 1)), ('published_on__lte', datetime.date(2199, 12, 31))), _connector='OR'), name='card_published_on_known'),
        ),
        migrations.AddConstraint(
            model_name='export',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='export_number_once'),
        ),
        migrations.AddConstraint(
            model_name='export',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='export_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='export',
            constraint=models.CheckConstraint(condition=models.Q(('path', ''), models.Q(('sha256', ''), _negated=True), _connector='OR'), name='export_ready_is_there'),
        ),
        migrations.AddConstraint(
            model_name='leaddigest',
            constraint=models.CheckConstraint(condition=models.Q(('hour__lte', 23)), name='digest_hour'),
        ),
        migrations.AddConstraint(
            model_name='rewritesample',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='rewrite_sample_once'),
        ),
        migrations.AddConstraint(
            model_name='rewritesample',
            constraint=models.CheckConstraint(condition=models.Q(('size__gte', 1), ('size__lte', models.F('rewrites'))), name='rewrite_sample_size'),
        ),
        migrations.AddConstraint(
            model_name='sampledrewrite',
            constraint=models.UniqueConstraint(fields=('sample', 'rewrite'), name='rewrite_sampled_once'),
        ),
        migrations.AddConstraint(
            model_name='sampledrewrite',
            constraint=models.UniqueConstraint(fields=('sample', 'place'), name='rewrite_sample_place_once'),
        ),
        migrations.AddConstraint(
            model_name='savedview',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='saved_view_number_once'),
        ),
        migrations.AddConstraint(
            model_name='savedview',
            constraint=models.UniqueConstraint(fields=('campaign', 'name'), name='saved_view_name_once'),
        ),
        migrations.AddConstraint(
            model_name='savedview',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('owner', ''), _negated=True)), name='saved_view_named'),
        ),
        migrations.AddConstraint(
            model_name='savedview',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('version__gte', 1)), name='saved_view_from_one'),
        ),
        migrations.AddIndex(
            model_name='captionrewrite',
            index=models.Index(condition=models.Q(('stands', True)), fields=['pair', 'direction'], name='rewrite_standing'),
        ),
        migrations.AddConstraint(
            model_name='captionrewrite',
            constraint=models.UniqueConstraint(fields=('caption', 'direction', 'text'), name='rewrite_once_a_caption'),
        ),
        migrations.AddConstraint(
            model_name='captionrewrite',
            constraint=models.CheckConstraint(condition=models.Q(('direction__in', ['forward', 'backward']), models.Q(('text', ''), _negated=True)), name='rewrite_has_text'),
        ),
        migrations.AddConstraint(
            model_name='captionrewrite',
            constraint=models.CheckConstraint(condition=models.Q(('fault__in', ['', consensus.twins.rewrites.choosing.RewriteFault['CAPTION'], consensus.twins.rewrites.choosing.RewriteFault['FAR'], consensus.twins.rewrites.choosing.RewriteFault['TWIN'], consensus.twins.rewrites.choosing.RewriteFault['ALIKE'], consensus.twins.rewrites.choosing.RewriteFault['SPARE'], consensus.twins.rewrites.choosing.RewriteFault['FORM']])), name='rewrite_fault_known'),
        ),
        migrations.AddConstraint(
            model_name='captionrewrite',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('fault', ''), _negated=True), models.Q(('to_own__isnull', False), models.Q(('to_twin', None), ('to_own__gt', models.F('to_twin')), _connector='OR')), _connector='OR'), name='rewrite_nearer_to_its_caption'),
        ),
        migrations.AddConstraint(
            model_name='captionrewrite',
            constraint=models.CheckConstraint(condition=models.Q(('stands', False), models.Q(('fault', ''), models.Q(('verdict', consensus.twins.rewrites.review.RewriteVerdict['WRONG']), _negated=True)), _connector='OR'), name='rewrite_stands_if_right'),
        ),
        migrations.AddConstraint(
            model_name='captionrewrite',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reviewed_at', None), ('reviewer', ''), ('verdict', '')), models.Q(('fault', ''), ('reviewed_at__isnull', False), ('verdict__in', [consensus.twins.rewrites.review.RewriteVerdict['RIGHT'], consensus.twins.rewrites.review.RewriteVerdict['WRONG']]), models.Q(('reviewer', ''), _negated=True)), _connector='OR'), name='rewrite_verdict_of_somebody'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriterun',
            constraint=models.CheckConstraint(condition=models.Q(('per_caption__range', (1, 20))), name='rewrite_run_count'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriterun',
            constraint=models.CheckConstraint(condition=models.Q(('rounds__range', (1, 10))), name='rewrite_run_rounds'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriterun',
            constraint=models.CheckConstraint(condition=models.Q(('least_similar__range', (0.0, 1.0))), name='rewrite_run_similar'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriterun',
            constraint=models.CheckConstraint(condition=models.Q(('parallel__range', (1, 64))), name='rewrite_run_parallel'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriterun',
            constraint=models.CheckConstraint(condition=models.Q(('rate__range', (1, 6000))), name='rewrite_run_rate'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriterun',
            constraint=models.CheckConstraint(condition=models.Q(('most_tokens__gte', 1)), name='rewrite_run_has_budget'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriterun',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('model', ''), _negated=True), models.Q(('prompt', ''), _negated=True), models.Q(('encoder', ''), _negated=True)), name='rewrite_run_named'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriteanswer',
            constraint=models.CheckConstraint(condition=models.Q(('direction__in', ['forward', 'backward'])), name='rewrite_answer_direction'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriteanswer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', ''), _negated=True), models.Q(('request_sha256', ''), _negated=True)), name='rewrite_answer_complete'),
        ),
        migrations.AddConstraint(
            model_name='twinrewriteanswer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kept__lte', models.F('given')), ('outcome', 'passed')), models.Q(models.Q(('outcome', 'passed'), _negated=True), ('given', 0), ('kept', 0)), _connector='OR'), name='rewrite_answer_counts'),
        ),
        migrations.AddConstraint(
            model_name='twintruth',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('criterion', ''), ('outcome', 'dropped'), ('temporal', False), ('unreal', '')), models.Q(('criterion__in', [annotator.twins.answers.Criterion['ACTIVITY'], annotator.twins.answers.Criterion['SEQUENCE'], annotator.twins.answers.Criterion['STATE'], annotator.twins.answers.Criterion['POSITION']]), ('temporal', True), models.Q(models.Q(('outcome', 'twins'), ('unreal', 'neither')), models.Q(('outcome', 'single'), ('unreal', 'backward')), models.Q(('outcome', 'dropped'), ('unreal__in', ['forward', 'both'])), _connector='OR')), _connector='OR'), name='twin_truth_by_outcome'),
        ),
        migrations.AddIndex(
            model_name='verdict',
            index=models.Index(condition=models.Q(('superseded', False)), fields=['relevance', 'pair'], name='verdict_by_relevance'),
        ),
        migrations.AddIndex(
            model_name='verdict',
            index=models.Index(condition=models.Q(('superseded', False)), fields=['decided_at', 'pair'], name='verdict_by_time'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded', False)), fields=('pair', 'attempt'), name='verdict_once_an_attempt'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['agreed', 'discarded', 'withdrawn', 'adjudicated', 'returned'])), name='verdict_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'agreed'), ('round__in', [1, 2]), models.Q(('relevance', None), models.Q(('relevance__gte', 0), ('relevance__lte', 6)), _connector='OR')), models.Q(('kind', 'discarded'), ('relevance', None), ('round', 2)), models.Q(('kind', 'withdrawn'), ('relevance', None), ('round', None)), models.Q(('kind', 'adjudicated'), ('round', None), models.Q(('relevance', None), models.Q(('relevance__gte', 0), ('relevance__lte', 6)), _connector='OR'), models.Q(('actor', 'rule'), _negated=True)), models.Q(('kind', 'returned'), ('relevance', None), ('round__in', [1, 2])), _connector='OR'), name='verdict_relevance_by_kind'),
        ),
        migrations.AddConstraint(
            model_name='truthsegment',
            constraint=models.UniqueConstraint(fields=('verdict', 'start_ms'), name='truth_start_once'),
        ),
        migrations.AddConstraint(
            model_name='truthsegment',
            constraint=models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='truth_stretch'),
        ),
        migrations.AddConstraint(
            model_name='keptcontradiction',
            constraint=models.UniqueConstraint(fields=('first', 'second'), name='kept_contradiction_once'),
        ),
        migrations.AddConstraint(
            model_name='keptcontradiction',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='kept_contradiction_in_order'),
        ),
        migrations.AddConstraint(
            model_name='keptcontradiction',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='kept_contradiction_has_reason'),
        ),
    ]
