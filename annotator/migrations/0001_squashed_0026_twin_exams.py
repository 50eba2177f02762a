import annotator.twins.answers
import datetime
import django.core.validators
import django.db.models.deletion
import moments.models.checks
import uuid
from django.conf import settings
from django.db import migrations, models

from moments.database.squashed import Squashed


class Migration(Squashed):

    replaces = [('annotator', '0001_initial'), ('annotator', '0002_worked_at'), ('annotator', '0003_desk'), ('annotator', '0004_people'), ('annotator', '0005_pipeline_desk_and_team'), ('annotator', '0006_seat_indexes'), ('annotator', '0007_share_beside'), ('annotator', '0008_seats_parted'), ('annotator', '0009_steady_plans'), ('annotator', '0010_reset_issuer'), ('annotator', '0011_field_ranges'), ('annotator', '0012_plain_labels'), ('annotator', '0013_marking'), ('annotator', '0014_work_of_viewing'), ('annotator', '0015_known_answers'), ('annotator', '0016_gold_bars'), ('annotator', '0017_judged_captions'), ('annotator', '0018_pilots'), ('annotator', '0019_scale'), ('annotator', '0020_messages'), ('annotator', '0021_private_label'), ('annotator', '0022_settles_pay'), ('annotator', '0023_principles'), ('annotator', '0024_twin_answers'), ('annotator', '0025_caption_orders'), ('annotator', '0026_twin_exams')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('moments', '0001_squashed_0030_twins'),
    ]

    operations = [
        migrations.CreateModel(
            name='Score',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('relevance', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('saved_at', models.DateTimeField()),
                ('worked_at', models.DateTimeField()),
                ('changeable_until', models.DateTimeField()),
                ('plays', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('shown_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('current', models.BooleanField(default=True)),
                ('final', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='MarkedPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('word', models.CharField(choices=[('yes', 'yes'), ('no', 'no'), ('edges', 'new edges'), ('undecided', 'cannot decide')], max_length=9)),
            ],
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('annotator', 'annotator'), ('lead', 'lead annotator')], default='annotator', max_length=9)),
                ('standing', models.CharField(choices=[('invited', 'invited'), ('training', 'training'), ('exam', 'in the exam'), ('waiting', 'waiting for the truth'), ('relabel', 'scoring missed exam pairs again'), ('qualified', 'qualified'), ('suspended', 'suspended')], default='training', max_length=9)),
                ('pseudonym', models.CharField(editable=False, max_length=12, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9][A-Za-z0-9_.-]*\\Z', "Use letters, digits, '_', '.' and '-'.")])),
                ('private_label', models.CharField(blank=True, db_default='', default='', editable=False, max_length=80)),
                ('settles_pay', models.BooleanField(db_default=False, default=False, editable=False)),
                ('joined_at', models.DateTimeField()),
                ('last_request_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('next_position', models.PositiveBigIntegerField(default=1, editable=False)),
                ('open_counted', models.PositiveIntegerField(default=0, editable=False)),
                ('open_counted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Share',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(max_length=40, unique=True, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9][A-Za-z0-9_.-]*\\Z', "Use letters, digits, '_', '.' and '-'.")], verbose_name='worker ID')),
                ('is_active', models.BooleanField(default=True)),
                ('is_staff', models.BooleanField(default=False)),
                ('session_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('label', models.CharField(blank=True, default='', help_text='what its owner calls it', max_length=60)),
                ('scope', models.CharField(choices=[('full', 'everything the account may do'), ('read', 'read-only')], default='full', max_length=4)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_on', models.DateField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Ask',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField()),
                ('task', models.CharField(choices=[('ms', 'moment search'), ('ims', 'moment search with an image')], max_length=3)),
                ('text', models.CharField(blank=True, default='', max_length=1000)),
                ('condition_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('origin', models.CharField(choices=[('person', 'a person'), ('model', 'a model')], default='person', max_length=7)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('submitted', 'submitted'), ('checked', 'checked'), ('accepted', 'accepted'), ('returned', 'returned to its author'), ('rejected', 'rejected')], default='draft', max_length=9)),
                ('returns', models.PositiveSmallIntegerField(default=0)),
                ('reason', models.CharField(blank=True, default='', max_length=1000)),
                ('segments', models.JSONField(blank=True, default=list)),
                ('created_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('batch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='moments.batch')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='moments.campaign')),
                ('condition_video', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.video')),
                ('pair', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ask', to='moments.pair')),
                ('video', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='moments.video')),
            ],
        ),
        migrations.CreateModel(
            name='AskedPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.PositiveSmallIntegerField()),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('asks', models.CharField(choices=[('segment', 'does this answer the question?'), ('edges', 'where does the answer start and end?')], max_length=7)),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asked_pieces', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='AskQuota',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('domain', models.CharField(blank=True, default='', max_length=60)),
                ('task', models.CharField(choices=[('ms', 'moment search'), ('ims', 'moment search with an image')], max_length=3)),
                ('wanted', models.PositiveIntegerField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='quotas', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('score', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='assignment', serialize=False, to='annotator.score')),
                ('shown', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='Judgement',
            fields=[
                ('score', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='judgement', serialize=False, to='annotator.score')),
                ('forward_first', models.BooleanField()),
                ('temporal', models.BooleanField()),
                ('criterion', models.CharField(blank=True, choices=[('activity', 'activity'), ('sequence', 'sequence'), ('state', 'state'), ('position', 'position')], default='', max_length=8)),
                ('unreal', models.CharField(blank=True, choices=[('neither', 'neither'), ('forward', 'forward'), ('backward', 'backward'), ('both', 'both')], default='', max_length=8)),
            ],
        ),
        migrations.CreateModel(
            name='MarkedAnswer',
            fields=[
                ('score', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='answer', serialize=False, to='annotator.score')),
                ('kind', models.CharField(choices=[('segments', 'segments'), ('none', 'no answer here'), ('pieces', 'answers to pieces')], max_length=8)),
                ('is_specific', models.BooleanField(blank=True, null=True)),
                ('needs_condition', models.BooleanField(blank=True, null=True)),
                ('is_complete', models.BooleanField(blank=True, null=True)),
                ('note', models.CharField(blank=True, default='', max_length=1000)),
            ],
        ),
        migrations.CreateModel(
            name='SampleGrade',
            fields=[
                ('score', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='sample_grade', serialize=False, to='annotator.score')),
                ('passed', models.BooleanField()),
                ('remark', models.CharField(blank=True, default='', max_length=1000)),
                ('grader', models.CharField(max_length=64)),
                ('graded_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='TwinCaption',
            fields=[
                ('score', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='twin_caption', serialize=False, to='annotator.score')),
                ('forward_first', models.BooleanField()),
                ('forward_text', models.CharField(max_length=2000)),
                ('backward_text', models.CharField(blank=True, default='', max_length=2000)),
            ],
        ),
        migrations.CreateModel(
            name='CaptionOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.PositiveSmallIntegerField()),
                ('both', models.BooleanField()),
                ('keeps_forward', models.BooleanField(default=False)),
                ('keeps_backward', models.BooleanField(default=False)),
                ('forward_reason', models.CharField(blank=True, default='', max_length=1000)),
                ('backward_reason', models.CharField(blank=True, default='', max_length=1000)),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='caption_orders', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Exam',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('truth_kind', models.CharField(choices=[('cohort', "median of the cohort's first attempts"), ('gold', 'set by the lead')], default='cohort', max_length=6)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('open', 'open'), ('frozen', 'frozen'), ('closed', 'closed')], default='draft', max_length=6)),
                ('seed', models.BigIntegerField(default=0)),
                ('tolerance', models.PositiveSmallIntegerField(default=1)),
                ('items_a_sitting', models.PositiveSmallIntegerField()),
                ('takers_to_freeze', models.PositiveSmallIntegerField(default=5)),
                ('sittings_allowed', models.PositiveSmallIntegerField(default=1)),
                ('most_misalignment', models.FloatField(blank=True, null=True)),
                ('least_kappa', models.FloatField(blank=True, null=True)),
                ('least_found', models.FloatField(blank=True, null=True)),
                ('least_iou', models.FloatField(blank=True, null=True)),
                ('most_case_misalignment', models.FloatField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('frozen_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exams', to='moments.campaign')),
                ('protocol', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.protocolversion')),
            ],
        ),
        migrations.CreateModel(
            name='ExamItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('truth', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('known_case', models.CharField(blank=True, choices=[('twins', 'twins'), ('single', 'single'), ('dropped', 'dropped')], default='', max_length=7)),
                ('writes', models.BooleanField(default=False)),
                ('explanation', models.TextField(blank=True)),
                ('doubtful', models.BooleanField(default=False)),
                ('dropped', models.BooleanField(default=False)),
                ('exam', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='items', to='annotator.exam')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exam_items', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='Gold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('relevance', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('active', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='golds', to='moments.campaign')),
                ('pair', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='gold', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='Guideline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField()),
                ('text', models.TextField(help_text='Markdown')),
                ('principles', models.TextField(blank=True, help_text='one a line', null=True)),
                ('renewed', models.BooleanField(default=True)),
                ('actor', models.CharField(max_length=40)),
                ('created_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='guidelines', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='GuidelineExample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('relevance', models.PositiveSmallIntegerField()),
                ('note', models.CharField(blank=True, default='', max_length=1000)),
                ('guideline', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='examples', to='annotator.guideline')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='Invite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('note', models.CharField(blank=True, max_length=80)),
                ('uses_allowed', models.PositiveSmallIntegerField(default=1)),
                ('uses', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invites', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='LookAlike',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('moment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.moment')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lookalikes', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='MarkedSegment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('piece', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='segments', to='annotator.markedpiece')),
            ],
        ),
        migrations.CreateModel(
            name='WritingPermit',
            fields=[
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='writing_permit', serialize=False, to='annotator.membership')),
                ('given_at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='score',
            name='annotator',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='annotator.membership'),
        ),
        migrations.AddField(
            model_name='membership',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='GuidelineReading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('read_at', models.DateTimeField()),
                ('guideline', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='readings', to='annotator.guideline')),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='readings', to='annotator.membership')),
            ],
        ),
        migrations.CreateModel(
            name='DerivedAsk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('task', models.CharField(choices=[('ca', 'caption of a clip'), ('vms', 'moment search with a clip')], max_length=3)),
                ('text', models.CharField(blank=True, default='', max_length=1000)),
                ('start_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('end_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('origin', models.CharField(choices=[('person', 'a person'), ('model', 'a model')], default='model', max_length=7)),
                ('requester', models.CharField(blank=True, default='', max_length=40)),
                ('state', models.CharField(choices=[('waiting', 'waiting for a person'), ('accepted', 'accepted'), ('rejected', 'rejected')], default='waiting', max_length=8)),
                ('actor', models.CharField(blank=True, default='', max_length=40)),
                ('made_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('held_at', models.DateTimeField(blank=True, null=True)),
                ('ask', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='derived', to='annotator.ask')),
                ('holder', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='held_derived', to='annotator.membership')),
            ],
        ),
        migrations.CreateModel(
            name='ConsentGiven',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('given_at', models.DateTimeField()),
                ('consent', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='given', to='annotator.consent')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents_given', to='annotator.membership')),
            ],
        ),
        migrations.AddField(
            model_name='ask',
            name='author',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='annotator.membership'),
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000)),
                ('actor', models.CharField(max_length=40)),
                ('to_all', models.BooleanField(default=False)),
                ('sent_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='MessageReceipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sent_at', models.DateTimeField()),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('member', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='annotator.membership')),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='annotator.message')),
            ],
        ),
        migrations.CreateModel(
            name='PayPeriod',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_day', models.DateField(validators=[moments.models.checks.validate_day])),
                ('last_day', models.DateField(validators=[moments.models.checks.validate_day])),
                ('currency', models.CharField(max_length=3)),
                ('idle_s', models.PositiveIntegerField()),
                ('time_zone', models.CharField(max_length=40, validators=[moments.models.checks.validate_time_zone])),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField()),
                ('actor', models.CharField(max_length=40)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pay_periods', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='PayLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hourly_rate', models.DecimalField(decimal_places=2, max_digits=8)),
                ('active_s', models.PositiveIntegerField()),
                ('amount', models.DecimalField(decimal_places=2, max_digits=12)),
                ('scores', models.PositiveIntegerField()),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pay_lines', to='annotator.membership')),
                ('period', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='annotator.payperiod')),
            ],
        ),
        migrations.CreateModel(
            name='PayAdjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=12)),
                ('late_s', models.IntegerField(blank=True, null=True)),
                ('reason', models.CharField(max_length=1000)),
                ('actor', models.CharField(max_length=40)),
                ('adjusted_at', models.DateTimeField()),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pay_adjustments', to='annotator.membership')),
                ('period', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='annotator.payperiod')),
            ],
        ),
        migrations.CreateModel(
            name='PersonWarning',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pace', 'much faster than the others'), ('kappa', 'agrees with verdicts less than the bar'), ('gold', 'answers to hidden checks are below the bar')], max_length=5)),
                ('detail', models.CharField(max_length=200)),
                ('paused', models.BooleanField(default=False)),
                ('raised_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='warnings', to='annotator.membership')),
            ],
        ),
        migrations.CreateModel(
            name='Pilot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('top', models.PositiveSmallIntegerField()),
                ('created_at', models.DateTimeField()),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pilots', to='moments.campaign')),
                ('people', models.ManyToManyField(related_name='pilots', to='annotator.membership')),
            ],
        ),
        migrations.CreateModel(
            name='PilotPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pilot_pairs', to='moments.pair')),
                ('pilot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='annotator.pilot')),
            ],
        ),
        migrations.CreateModel(
            name='Practice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('relevance', models.PositiveSmallIntegerField()),
                ('explanation', models.TextField()),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='practices', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='PracticeAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('relevance', models.PositiveSmallIntegerField()),
                ('answered_at', models.DateTimeField()),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='practice_answers', to='annotator.membership')),
                ('practice', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='annotator.practice')),
            ],
        ),
        migrations.CreateModel(
            name='Rate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hourly_rate', models.DecimalField(decimal_places=2, max_digits=8)),
                ('from_day', models.DateField(validators=[moments.models.checks.validate_day])),
                ('actor', models.CharField(max_length=40)),
                ('reason', models.CharField(blank=True, default='', max_length=1000)),
                ('set_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rates', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='ReferenceQuestion',
            fields=[
                ('pair', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='reference', serialize=False, to='moments.pair')),
                ('condition_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('condition_video', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.video')),
                ('source', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='copy', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='ReferenceSegment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reference_segments', to='moments.pair')),
            ],
        ),
        migrations.CreateModel(
            name='ResetLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('issued_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reset_links', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('purpose', models.CharField(choices=[('campaign', 'campaign'), ('exam', 'exam'), ('gold', 'gold'), ('repeat', 'repeat'), ('study', 'study'), ('pilot', 'pilot')], default='campaign', max_length=8)),
                ('attempt', models.PositiveSmallIntegerField(default=1)),
                ('round', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('open', 'open'), ('reserved', 'reserved'), ('held', 'held'), ('scored', 'scored'), ('settled', 'settled'), ('released', 'released')], default='open', max_length=8)),
                ('superseded', models.BooleanField(default=False)),
                ('position', models.PositiveBigIntegerField(default=0)),
                ('reserved_at', models.DateTimeField(blank=True, null=True)),
                ('held_at', models.DateTimeField(blank=True, null=True)),
                ('shown_at', models.DateTimeField(blank=True, null=True)),
                ('annotator', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='annotator.membership')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='moments.campaign')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='moments.pair')),
                ('pilot', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='annotator.pilot')),
            ],
        ),
        migrations.AddField(
            model_name='score',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='annotator.seat'),
        ),
        migrations.CreateModel(
            name='Problem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('broken_clip', 'the clip does not play'), ('wrong_language', 'wrong language'), ('nothing_visible', 'nothing is visible'), ('offensive', 'offensive content'), ('query', 'the query does not make sense'), ('question', 'a question'), ('other', 'something else')], max_length=16)),
                ('note', models.CharField(blank=True, default='', max_length=1000)),
                ('reported_at', models.DateTimeField()),
                ('resolved_at', models.DateTimeField(blank=True, null=True)),
                ('resolution', models.CharField(blank=True, default='', max_length=1000)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='problems', to='annotator.membership')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='problems', to='moments.pair')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='problems', to='annotator.seat')),
            ],
        ),
        migrations.CreateModel(
            name='SeatLoss',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('held_at', models.DateTimeField()),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='losses', to='annotator.membership')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='losses', to='annotator.seat')),
            ],
        ),
        migrations.CreateModel(
            name='Viewing',
            fields=[
                ('share', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='viewing', serialize=False, to='annotator.share')),
                ('watched', models.JSONField(blank=True, default=list)),
                ('bookmarks', models.JSONField(blank=True, default=list)),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='share',
            name='annotator',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='annotator.membership'),
        ),
        migrations.AddField(
            model_name='share',
            name='batch',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='moments.batch'),
        ),
        migrations.AddField(
            model_name='share',
            name='beside',
            field=models.ForeignKey(db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotator.membership'),
        ),
        migrations.AddField(
            model_name='share',
            name='campaign',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='moments.campaign'),
        ),
        migrations.AddField(
            model_name='seat',
            name='share',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='annotator.share'),
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('first', 'first answers'), ('waiting', 'waiting for the truth'), ('relabel', 'scoring misses again'), ('passed', 'passed'), ('failed', 'failed')], default='first', max_length=7)),
                ('started_at', models.DateTimeField()),
                ('first_done_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('exam', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='annotator.exam')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='annotator.membership')),
            ],
        ),
        migrations.AddField(
            model_name='seat',
            name='sitting',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='annotator.sitting'),
        ),
        migrations.CreateModel(
            name='Staffing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('leaving', models.CharField(choices=[('keep', 'keep their scores under the pseudonym'), ('void', 'void their scores')], default='keep', max_length=4)),
                ('gold_rate', models.FloatField(default=0)),
                ('repeat_rate', models.FloatField(default=0)),
                ('pace_bar', models.FloatField(default=0.25)),
                ('kappa_bar', models.FloatField(blank=True, null=True)),
                ('found_bar', models.FloatField(blank=True, null=True)),
                ('iou_bar', models.FloatField(blank=True, null=True)),
                ('pause_by_rule', models.BooleanField(default=False)),
                ('finish_by', models.DateField(blank=True, null=True, validators=[moments.models.checks.validate_day])),
                ('day_target', models.PositiveIntegerField(blank=True, null=True)),
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='staffing', to='moments.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.BigIntegerField()),
                ('top', models.PositiveSmallIntegerField(default=60)),
                ('others', models.PositiveSmallIntegerField(default=60)),
                ('created_at', models.DateTimeField()),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='studies', to='moments.campaign')),
                ('people', models.ManyToManyField(related_name='studies', to='annotator.membership')),
            ],
            options={
                'verbose_name_plural': 'studies',
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='study',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='annotator.study'),
        ),
        migrations.CreateModel(
            name='StudyPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('drawn', models.CharField(choices=[('top', 'among the most similar'), ('other', 'drawn from the rest')], max_length=5)),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='study_pairs', to='moments.pair')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='annotator.study')),
            ],
        ),
        migrations.CreateModel(
            name='Tutorial',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tutorials', to='moments.campaign')),
            ],
        ),
        migrations.AddField(
            model_name='practice',
            name='tutorial',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='practices', to='annotator.tutorial'),
        ),
        migrations.CreateModel(
            name='TutorialDone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('done_at', models.DateTimeField()),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tutorials_done', to='annotator.membership')),
                ('tutorial', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='done', to='annotator.tutorial')),
            ],
        ),
        migrations.CreateModel(
            name='WorkEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('late', 'a score that came too late'), ('problem', 'a problem report or a question'), ('tutorial', 'a step of the tutorial'), ('guideline', 'reading the guideline'), ('viewing', 'watching a video or writing about it'), ('caption', 'deciding on a caption or a window')], max_length=9)),
                ('key', models.CharField(max_length=64)),
                ('worked_at', models.DateTimeField()),
                ('shown_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='work_events', to='annotator.membership')),
                ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotator.seat')),
            ],
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('is_staff', models.F('is_superuser'))), name='user_staff_is_admin'),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(('scope__in', ['full', 'read'])), name='token_scope_known'),
        ),
        migrations.AddConstraint(
            model_name='askedpiece',
            constraint=models.UniqueConstraint(fields=('pair', 'attempt', 'start_ms'), name='asked_piece_once'),
        ),
        migrations.AddConstraint(
            model_name='askedpiece',
            constraint=models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='asked_piece_stretch'),
        ),
        migrations.AddConstraint(
            model_name='askedpiece',
            constraint=models.CheckConstraint(condition=models.Q(('asks__in', ['segment', 'edges'])), name='asked_piece_known'),
        ),
        migrations.AddConstraint(
            model_name='askquota',
            constraint=models.UniqueConstraint(fields=('campaign', 'domain', 'task'), name='quota_once'),
        ),
        migrations.AddConstraint(
            model_name='askquota',
            constraint=models.CheckConstraint(condition=models.Q(('task__in', ['ms', 'ims'])), name='quota_task_known'),
        ),
        migrations.AddField(
            model_name='assignment',
            name='chosen',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.moment'),
        ),
        migrations.AddConstraint(
            model_name='judgement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('criterion', ''), ('temporal', False), ('unreal', '')), models.Q(('criterion__in', [annotator.twins.answers.Criterion['ACTIVITY'], annotator.twins.answers.Criterion['SEQUENCE'], annotator.twins.answers.Criterion['STATE'], annotator.twins.answers.Criterion['POSITION']]), ('temporal', True), ('unreal__in', [annotator.twins.answers.Unreal['NEITHER'], annotator.twins.answers.Unreal['FORWARD'], annotator.twins.answers.Unreal['BACKWARD'], annotator.twins.answers.Unreal['BOTH']])), _connector='OR'), name='judgement_by_temporal'),
        ),
        migrations.AddField(
            model_name='markedsegment',
            name='answer',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='segments', to='annotator.markedanswer'),
        ),
        migrations.AddField(
            model_name='markedpiece',
            name='answer',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pieces', to='annotator.markedanswer'),
        ),
        migrations.AddConstraint(
            model_name='markedanswer',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['segments', 'none', 'pieces'])), name='answer_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='markedanswer',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'segments'), models.Q(('is_complete', None), ('is_specific', None), ('needs_condition', None)), _connector='OR'), name='answer_judged_with_segments'),
        ),
        migrations.AddConstraint(
            model_name='samplegrade',
            constraint=models.CheckConstraint(condition=models.Q(('passed', True), models.Q(('remark', ''), _negated=True), _connector='OR'), name='sample_failed_has_remark'),
        ),
        migrations.AddConstraint(
            model_name='twincaption',
            constraint=models.CheckConstraint(condition=models.Q(('forward_text', ''), _negated=True), name='twin_caption_has_text'),
        ),
        migrations.AddConstraint(
            model_name='twincaption',
            constraint=models.CheckConstraint(condition=models.Q(('forward_text', models.F('backward_text')), _negated=True), name='twin_captions_differ'),
        ),
        migrations.AddField(
            model_name='assignment',
            name='caption',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='annotator.twincaption'),
        ),
        migrations.AddConstraint(
            model_name='captionorder',
            constraint=models.UniqueConstraint(fields=('pair', 'attempt'), name='caption_order_once'),
        ),
        migrations.AddConstraint(
            model_name='captionorder',
            constraint=models.CheckConstraint(condition=models.Q(('keeps_forward', False), models.Q(('attempt__gt', 1), ('both', True), ('keeps_backward', False)), _connector='OR'), name='caption_order_keeps_forward'),
        ),
        migrations.AddConstraint(
            model_name='captionorder',
            constraint=models.CheckConstraint(condition=models.Q(('keeps_backward', False), models.Q(('attempt__gt', 1), ('both', True)), _connector='OR'), name='caption_order_keeps_backward'),
        ),
        migrations.AddConstraint(
            model_name='captionorder',
            constraint=models.CheckConstraint(condition=models.Q(('both', True), ('backward_reason', ''), _connector='OR'), name='caption_order_of_single'),
        ),
        migrations.AddConstraint(
            model_name='consent',
            constraint=models.UniqueConstraint(fields=('campaign', 'version'), name='consent_version_once'),
        ),
        migrations.AddConstraint(
            model_name='consent',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='consent_version_from_one'),
        ),
        migrations.AddConstraint(
            model_name='consent',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='consent_has_text'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='exam_number_once'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['open', 'frozen'])), fields=('campaign',), name='exam_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('truth_kind__in', ['cohort', 'gold'])), name='exam_truth_known'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'open', 'frozen', 'closed'])), name='exam_state_known'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('tolerance__lte', 6)), name='exam_tolerance_range'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('items_a_sitting__gte', 1)), name='exam_has_items'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('takers_to_freeze__gte', 1)), name='exam_has_takers'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('sittings_allowed__gte', 1)), name='exam_allows_one'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('most_misalignment', None), models.Q(('most_misalignment__gte', 0), ('most_misalignment__lte', 1)), _connector='OR'), name='exam_misalignment_range'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('least_kappa', None), models.Q(('least_kappa__gte', -1), ('least_kappa__lte', 1)), _connector='OR'), name='exam_kappa_range'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'open']), models.Q(('frozen_at', None), _negated=True), _connector='OR'), name='exam_frozen_has_time'),
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
            constraint=models.CheckConstraint(condition=models.Q(('most_case_misalignment', None), models.Q(('most_case_misalignment__gte', 0), ('most_case_misalignment__lte', 1), ('protocol', None), ('truth_kind', 'gold')), _connector='OR'), name='exam_case_misalignment'),
        ),
        migrations.AddConstraint(
            model_name='exam',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('least_found', None), ('least_iou', None), ('protocol', None)), models.Q(('least_kappa', None), ('protocol__isnull', False), ('truth_kind', 'gold')), _connector='OR'), name='exam_bars_by_kind'),
        ),
        migrations.AddConstraint(
            model_name='examitem',
            constraint=models.UniqueConstraint(fields=('exam', 'pair'), name='exam_pair_once'),
        ),
        migrations.AddConstraint(
            model_name='examitem',
            constraint=models.CheckConstraint(condition=models.Q(('truth', None), models.Q(('truth__gte', 0), ('truth__lte', 6)), _connector='OR'), name='exam_truth_range'),
        ),
        migrations.AddConstraint(
            model_name='examitem',
            constraint=models.CheckConstraint(condition=models.Q(('known_case', ''), models.Q(('known_case__in', [annotator.twins.answers.KnownCase['TWINS'], annotator.twins.answers.KnownCase['SINGLE'], annotator.twins.answers.KnownCase['DROPPED']]), ('truth', None), ('writes', False)), _connector='OR'), name='exam_case_known'),
        ),
        migrations.AddConstraint(
            model_name='examitem',
            constraint=models.CheckConstraint(condition=models.Q(('writes', False), ('truth', None), _connector='OR'), name='exam_writing_has_no_truth'),
        ),
        migrations.AddConstraint(
            model_name='gold',
            constraint=models.CheckConstraint(condition=models.Q(('relevance__gte', 0), ('relevance__lte', 6)), name='gold_range'),
        ),
        migrations.AddConstraint(
            model_name='guideline',
            constraint=models.UniqueConstraint(fields=('campaign', 'version'), name='guideline_version_once'),
        ),
        migrations.AddConstraint(
            model_name='guideline',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='guideline_version_from_one'),
        ),
        migrations.AddConstraint(
            model_name='guidelineexample',
            constraint=models.UniqueConstraint(fields=('guideline', 'pair'), name='example_pair_once'),
        ),
        migrations.AddConstraint(
            model_name='guidelineexample',
            constraint=models.CheckConstraint(condition=models.Q(('relevance__gte', 0), ('relevance__lte', 6)), name='example_range'),
        ),
        migrations.AddConstraint(
            model_name='invite',
            constraint=models.CheckConstraint(condition=models.Q(('uses_allowed__gte', 1)), name='invite_allows_one'),
        ),
        migrations.AddConstraint(
            model_name='invite',
            constraint=models.CheckConstraint(condition=models.Q(('uses__lte', models.F('uses_allowed'))), name='invite_uses_within'),
        ),
        migrations.AddConstraint(
            model_name='invite',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='invite_expires_later'),
        ),
        migrations.AddConstraint(
            model_name='lookalike',
            constraint=models.UniqueConstraint(fields=('pair', 'moment'), name='lookalike_once'),
        ),
        migrations.AddConstraint(
            model_name='lookalike',
            constraint=models.UniqueConstraint(fields=('pair', 'place'), name='lookalike_place_once'),
        ),
        migrations.AddConstraint(
            model_name='lookalike',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1), ('place__lt', 10)), name='lookalike_place_known'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('user', 'campaign'), name='member_once'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('campaign', 'pseudonym'), name='member_pseudonym_once'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pseudonym', ''), _negated=True), models.Q(('pseudonym__contains', '/'), _negated=True), models.Q(('pseudonym__startswith', '.'), _negated=True)), name='member_pseudonym_in_address'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['annotator', 'lead'])), name='member_role_known'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('standing__in', ['invited', 'training', 'exam', 'waiting', 'relabel', 'qualified', 'suspended'])), name='member_standing_known'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('settles_pay', False), models.Q(('role', 'lead'), models.Q(('standing', 'suspended'), _negated=True)), _connector='OR'), name='member_settles_pay_as_lead'),
        ),
        migrations.AddConstraint(
            model_name='guidelinereading',
            constraint=models.UniqueConstraint(fields=('guideline', 'annotator'), name='reading_once'),
        ),
        migrations.AddConstraint(
            model_name='derivedask',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'rejected'), _negated=True), fields=('ask', 'task'), name='derived_once_a_task'),
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
            model_name='derivedask',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['person', 'model'])), name='derived_origin_known'),
        ),
        migrations.AddConstraint(
            model_name='derivedask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end_ms', None), ('start_ms', None), ('task', 'ca'), models.Q(('text', ''), _negated=True)), models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647), ('task', 'vms'), ('text', '')), _connector='OR'), name='derived_by_task'),
        ),
        migrations.AddConstraint(
            model_name='derivedask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor', ''), ('decided_at', None), ('state', 'waiting')), models.Q(('decided_at__isnull', False), ('state__in', ['accepted', 'rejected']), models.Q(('actor', ''), _negated=True)), _connector='OR'), name='derived_decided_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='derivedask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'accepted'), _negated=True), ('requester', ''), models.Q(('actor', models.F('requester')), _negated=True), _connector='OR'), name='derived_accepted_by_another'),
        ),
        migrations.AddConstraint(
            model_name='consentgiven',
            constraint=models.UniqueConstraint(fields=('member', 'consent'), name='consent_given_once'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='ask_number_once'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(('task__in', ['ms', 'ims'])), name='ask_task_known'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'submitted', 'checked', 'accepted', 'returned', 'rejected'])), name='ask_state_known'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['person', 'model'])), name='ask_origin_known'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(('returns__lte', 2), ('version__gte', 1)), name='ask_counts'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'draft'), models.Q(('text', ''), _negated=True), _connector='OR'), name='ask_has_text'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('condition_ms', None), ('condition_video', None)), models.Q(('condition_ms__lte', 2147483647), ('condition_video__isnull', False), ('task', 'ims')), _connector='OR'), name='ask_condition_by_task'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'draft'), ('task', 'ms'), ('condition_video__isnull', False), _connector='OR'), name='ask_condition_given'),
        ),
        migrations.AddConstraint(
            model_name='ask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pair', None), ('state', 'draft')), ('state', 'rejected'), models.Q(('pair__isnull', False), ('state__in', ['submitted', 'checked', 'accepted', 'returned'])), _connector='OR'), name='ask_pair_by_state'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['campaign', 'sent_at'], name='message_sent'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='message_has_text'),
        ),
        migrations.AddIndex(
            model_name='messagereceipt',
            index=models.Index(condition=models.Q(('read_at', None)), fields=['member'], name='message_unread'),
        ),
        migrations.AddConstraint(
            model_name='messagereceipt',
            constraint=models.UniqueConstraint(fields=('message', 'member'), name='message_once_a_person'),
        ),
        migrations.AddConstraint(
            model_name='messagereceipt',
            constraint=models.CheckConstraint(condition=models.Q(('read_at', None), ('read_at__gte', models.F('sent_at')), _connector='OR'), name='message_read_after_sent'),
        ),
        migrations.AddConstraint(
            model_name='payperiod',
            constraint=models.UniqueConstraint(fields=('campaign', 'first_day'), name='pay_period_once'),
        ),
        migrations.AddConstraint(
            model_name='payperiod',
            constraint=models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='pay_period_days'),
        ),
        migrations.AddConstraint(
            model_name='payperiod',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='pay_period_moments'),
        ),
        migrations.AddConstraint(
            model_name='payperiod',
            constraint=models.CheckConstraint(condition=models.Q(('first_day__gte', datetime.date(1900, 1, 1)), ('first_day__lte', datetime.date(2199, 12, 31)), ('last_day__gte', datetime.date(1900, 1, 1)), ('last_day__lte', datetime.date(2199, 12, 31))), name='pay_period_days_known'),
        ),
        migrations.AddConstraint(
            model_name='payline',
            constraint=models.UniqueConstraint(fields=('period', 'annotator', 'hourly_rate'), name='pay_line_once'),
        ),
        migrations.AddConstraint(
            model_name='payadjustment',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='adjustment_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='payadjustment',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='adjustment_not_zero'),
        ),
        migrations.AddConstraint(
            model_name='payadjustment',
            constraint=models.CheckConstraint(condition=models.Q(('late_s', None), ('period__isnull', False), _connector='OR'), name='adjustment_late_names_period'),
        ),
        migrations.AddConstraint(
            model_name='personwarning',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('member', 'kind'), name='warning_open_once'),
        ),
        migrations.AddConstraint(
            model_name='personwarning',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['pace', 'kappa', 'gold'])), name='warning_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='pilot',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='pilot_number_once'),
        ),
        migrations.AddConstraint(
            model_name='pilot',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='pilot_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='pilot',
            constraint=models.CheckConstraint(condition=models.Q(('top__gte', 1)), name='pilot_has_top'),
        ),
        migrations.AddConstraint(
            model_name='pilotpair',
            constraint=models.UniqueConstraint(fields=('pilot', 'pair'), name='pilot_pair_once'),
        ),
        migrations.AddConstraint(
            model_name='practiceanswer',
            constraint=models.CheckConstraint(condition=models.Q(('relevance__gte', 0), ('relevance__lte', 6)), name='practice_answer_range'),
        ),
        migrations.AddConstraint(
            model_name='rate',
            constraint=models.CheckConstraint(condition=models.Q(('hourly_rate__gte', 0)), name='rate_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='rate',
            constraint=models.CheckConstraint(condition=models.Q(('from_day__gte', datetime.date(1900, 1, 1)), ('from_day__lte', datetime.date(2199, 12, 31))), name='rate_day_known'),
        ),
        migrations.AddConstraint(
            model_name='referencequestion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('condition_ms', None), ('condition_video', None)), models.Q(('condition_ms__lte', 2147483647), ('condition_video__isnull', False)), _connector='OR'), name='reference_condition_whole'),
        ),
        migrations.AddConstraint(
            model_name='referencequestion',
            constraint=models.CheckConstraint(condition=models.Q(('source', None), models.Q(('source', models.F('pair')), _negated=True), _connector='OR'), name='reference_of_another'),
        ),
        migrations.AddConstraint(
            model_name='referencesegment',
            constraint=models.UniqueConstraint(fields=('pair', 'start_ms'), name='reference_start_once'),
        ),
        migrations.AddConstraint(
            model_name='referencesegment',
            constraint=models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='reference_stretch'),
        ),
        migrations.AddConstraint(
            model_name='resetlink',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='reset_expires_later'),
        ),
        migrations.AddConstraint(
            model_name='resetlink',
            constraint=models.CheckConstraint(condition=models.Q(('issued_by__isnull', False), ('used_at__isnull', False), ('revoked_at__isnull', False), _connector='OR'), name='reset_open_has_issuer'),
        ),
        migrations.AddIndex(
            model_name='score',
            index=models.Index(condition=models.Q(('current', True), ('final', False)), fields=['changeable_until'], name='score_changeable'),
        ),
        migrations.AddIndex(
            model_name='score',
            index=models.Index(fields=['annotator', 'saved_at'], name='score_history'),
        ),
        migrations.AddIndex(
            model_name='score',
            index=models.Index(fields=['annotator', 'worked_at'], name='score_worked'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.UniqueConstraint(fields=('annotator', 'key'), name='score_key_once'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.UniqueConstraint(condition=models.Q(('current', True)), fields=('seat',), name='score_current_once'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.CheckConstraint(condition=models.Q(('relevance__gte', 0), ('relevance__lte', 6)), name='score_range'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.CheckConstraint(condition=models.Q(('final', False), ('current', True), _connector='OR'), name='score_final_is_current'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='score_has_key'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.CheckConstraint(condition=models.Q(('worked_at__lte', models.F('saved_at'))), name='score_worked_before_saved'),
        ),
        migrations.AddConstraint(
            model_name='problem',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['broken_clip', 'wrong_language', 'nothing_visible', 'offensive', 'query', 'question', 'other'])), name='problem_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='problem',
            constraint=models.UniqueConstraint(condition=models.Q(('resolved_at', None)), fields=('seat', 'annotator', 'kind'), name='problem_open_once'),
        ),
        migrations.AddConstraint(
            model_name='seatloss',
            constraint=models.UniqueConstraint(fields=('seat', 'annotator'), name='seat_loss_once'),
        ),
        migrations.AddConstraint(
            model_name='viewing',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at', None), ('ended_at__gte', models.F('began_at')), _connector='OR'), name='viewing_ends_after_it_began'),
        ),
        migrations.AddIndex(
            model_name='share',
            index=models.Index(condition=models.Q(('annotator', None)), fields=['campaign', 'batch', 'number'], name='share_untaken'),
        ),
        migrations.AddIndex(
            model_name='share',
            index=models.Index(condition=models.Q(('annotator', None)), fields=['campaign', 'beside'], name='share_untaken_beside'),
        ),
        migrations.AddConstraint(
            model_name='share',
            constraint=models.UniqueConstraint(fields=('number', 'batch'), name='share_number_once'),
        ),
        migrations.AddConstraint(
            model_name='share',
            constraint=models.UniqueConstraint(fields=('annotator', 'batch'), name='share_two_people'),
        ),
        migrations.AddConstraint(
            model_name='share',
            constraint=models.CheckConstraint(condition=models.Q(('number__in', [1, 2])), name='share_number_known'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('exam', 'member', 'number'), name='sitting_number_once'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ('first', 'waiting', 'relabel'))), fields=('member',), name='sitting_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='sitting_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['first', 'waiting', 'relabel', 'passed', 'failed'])), name='sitting_state_known'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'first'), models.Q(('first_done_at', None), _negated=True), _connector='OR'), name='sitting_first_done_has_time'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state__in', ('first', 'waiting', 'relabel'))), models.Q(('ended_at__isnull', False), ('state__in', ['passed', 'failed'])), _connector='OR'), name='sitting_ended_by_state'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('leaving__in', ['keep', 'void'])), name='staffing_leaving_known'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('gold_rate__gte', 0), ('gold_rate__lte', 0.5)), name='staffing_gold_rate'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('repeat_rate__gte', 0), ('repeat_rate__lte', 0.5)), name='staffing_repeat_rate'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('finish_by', None), models.Q(('finish_by__gte', datetime.date(1900, 1, 1)), ('finish_by__lte', datetime.date(2199, 12, 31))), _connector='OR'), name='staffing_finish_by_known'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('pace_bar__gte', 0), ('pace_bar__lte', 1)), name='staffing_pace_bar'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('kappa_bar', None), models.Q(('kappa_bar__gte', -1), ('kappa_bar__lte', 1)), _connector='OR'), name='staffing_kappa_bar'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('found_bar', None), models.Q(('found_bar__gte', 0), ('found_bar__lte', 1)), _connector='OR'), name='staffing_found_bar'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('iou_bar', None), models.Q(('iou_bar__gte', 0), ('iou_bar__lte', 1)), _connector='OR'), name='staffing_iou_bar'),
        ),
        migrations.AddConstraint(
            model_name='study',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='study_number_once'),
        ),
        migrations.AddConstraint(
            model_name='study',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='study_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='study',
            constraint=models.CheckConstraint(condition=models.Q(('top__gte', 1)), name='study_has_top'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('state__in', ['reserved', 'held'])), fields=['annotator', 'position'], name='seat_queue'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('position__gte', 0)), fields=['annotator', 'position'], name='seat_of_person'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('share__isnull', False)), fields=['share'], name='seat_of_share'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('sitting__isnull', False)), fields=['sitting'], name='seat_of_sitting'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('study__isnull', False)), fields=['study'], name='seat_of_study'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('pilot__isnull', False)), fields=['pilot'], name='seat_of_pilot'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('state', 'open')), fields=['campaign', 'id'], name='seat_open'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('share', None), ('state', 'open')), fields=['campaign', 'pair', 'number'], name='seat_open_single'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('state', 'scored')), fields=['campaign', 'pair', 'attempt', 'round'], name='seat_unsettled'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('purpose', 'campaign'), ('superseded', False)), fields=('pair', 'attempt', 'round', 'number'), name='seat_place_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('purpose', 'campaign')), fields=('pair', 'attempt', 'annotator'), name='seat_person_once_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('purpose', 'exam')), fields=('sitting', 'pair', 'attempt'), name='seat_exam_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('purpose', 'exam'), ('sitting__isnull', False)), models.Q(models.Q(('purpose', 'exam'), _negated=True), ('sitting', None)), _connector='OR'), name='seat_sitting_by_purpose'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('purpose', 'study')), fields=('study', 'pair', 'annotator'), name='seat_study_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('purpose', 'study'), ('study__isnull', False)), models.Q(models.Q(('purpose', 'study'), _negated=True), ('study', None)), _connector='OR'), name='seat_study_by_purpose'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('purpose', 'pilot')), fields=('pilot', 'pair', 'annotator'), name='seat_pilot_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pilot__isnull', False), ('purpose', 'pilot')), models.Q(models.Q(('purpose', 'pilot'), _negated=True), ('pilot', None)), _connector='OR'), name='seat_pilot_by_purpose'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('round__in', [1, 2])), name='seat_round_known'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__in', [1, 2])), name='seat_number_known'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('attempt__gte', 1)), name='seat_attempt_from_one'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['open', 'reserved', 'held', 'scored', 'settled', 'released'])), name='seat_state_known'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('purpose__in', ['campaign', 'exam', 'gold', 'repeat', 'study', 'pilot'])), name='seat_purpose_known'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('annotator', None), ('state', 'open')), ('state', 'released'), models.Q(('annotator__isnull', False), ('state__in', ['reserved', 'held', 'scored', 'settled'])), _connector='OR'), name='seat_owner_by_state'),
        ),
        migrations.AddConstraint(
            model_name='studypair',
            constraint=models.UniqueConstraint(fields=('study', 'pair'), name='study_pair_once'),
        ),
        migrations.AddConstraint(
            model_name='studypair',
            constraint=models.CheckConstraint(condition=models.Q(('drawn__in', ['top', 'other'])), name='study_drawn_known'),
        ),
        migrations.AddConstraint(
            model_name='tutorial',
            constraint=models.UniqueConstraint(fields=('campaign', 'version'), name='tutorial_version_once'),
        ),
        migrations.AddConstraint(
            model_name='tutorial',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='tutorial_version_from_one'),
        ),
        migrations.AddConstraint(
            model_name='tutorial',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='tutorial_has_text'),
        ),
        migrations.AddConstraint(
            model_name='practice',
            constraint=models.UniqueConstraint(fields=('tutorial', 'place'), name='practice_place_once'),
        ),
        migrations.AddConstraint(
            model_name='practice',
            constraint=models.UniqueConstraint(fields=('tutorial', 'pair'), name='practice_pair_once'),
        ),
        migrations.AddConstraint(
            model_name='practice',
            constraint=models.CheckConstraint(condition=models.Q(('relevance__gte', 0), ('relevance__lte', 6)), name='practice_range'),
        ),
        migrations.AddConstraint(
            model_name='tutorialdone',
            constraint=models.UniqueConstraint(fields=('member', 'tutorial'), name='tutorial_done_once'),
        ),
        migrations.AddIndex(
            model_name='workevent',
            index=models.Index(fields=['annotator', 'worked_at'], name='work_event_worked'),
        ),
        migrations.AddConstraint(
            model_name='workevent',
            constraint=models.UniqueConstraint(fields=('annotator', 'key'), name='work_event_once'),
        ),
        migrations.AddConstraint(
            model_name='workevent',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'late')), fields=('annotator', 'seat'), name='work_event_late_once'),
        ),
        migrations.AddConstraint(
            model_name='workevent',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['late', 'problem', 'tutorial', 'guideline', 'viewing', 'caption'])), name='work_event_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='markedsegment',
            constraint=models.UniqueConstraint(condition=models.Q(('piece', None)), fields=('answer', 'start_ms'), name='segment_start_once'),
        ),
        migrations.AddConstraint(
            model_name='markedsegment',
            constraint=models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='segment_stretch'),
        ),
        migrations.AddConstraint(
            model_name='markedpiece',
            constraint=models.UniqueConstraint(fields=('answer', 'start_ms'), name='piece_once'),
        ),
        migrations.AddConstraint(
            model_name='markedpiece',
            constraint=models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='piece_stretch'),
        ),
        migrations.AddConstraint(
            model_name='markedpiece',
            constraint=models.CheckConstraint(condition=models.Q(('word__in', ['yes', 'no', 'edges', 'undecided'])), name='piece_word_known'),
        ),
    ]
