import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0012_plain_labels'),
        ('moments', '0009_marking'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.AlterField(
            model_name='gold',
            name='relevance',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='score',
            name='relevance',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
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
                ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='annotator.membership')),
                ('batch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='moments.batch')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='moments.campaign')),
                ('condition_video', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='moments.video')),
                ('pair', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ask', to='moments.pair')),
                ('video', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asks', to='moments.video')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'number'), name='ask_number_once'), models.CheckConstraint(condition=models.Q(('task__in', ['ms', 'ims'])), name='ask_task_known'), models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'submitted', 'checked', 'accepted', 'returned', 'rejected'])), name='ask_state_known'), models.CheckConstraint(condition=models.Q(('origin__in', ['person', 'model'])), name='ask_origin_known'), models.CheckConstraint(condition=models.Q(('returns__lte', 2), ('version__gte', 1)), name='ask_counts'), models.CheckConstraint(condition=models.Q(('state', 'draft'), models.Q(('text', ''), _negated=True), _connector='OR'), name='ask_has_text'), models.CheckConstraint(condition=models.Q(models.Q(('condition_ms', None), ('condition_video', None)), models.Q(('condition_ms__lte', 2147483647), ('condition_video__isnull', False), ('task', 'ims')), _connector='OR'), name='ask_condition_by_task'), models.CheckConstraint(condition=models.Q(('state', 'draft'), ('task', 'ms'), ('condition_video__isnull', False), _connector='OR'), name='ask_condition_given'), models.CheckConstraint(condition=models.Q(models.Q(('pair', None), ('state', 'draft')), ('state', 'rejected'), models.Q(('pair__isnull', False), ('state__in', ['submitted', 'checked', 'accepted', 'returned'])), _connector='OR'), name='ask_pair_by_state')],
            },
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
            options={
                'constraints': [models.UniqueConstraint(fields=('pair', 'attempt', 'start_ms'), name='asked_piece_once'), models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='asked_piece_stretch'), models.CheckConstraint(condition=models.Q(('asks__in', ['segment', 'edges'])), name='asked_piece_known')],
            },
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
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'domain', 'task'), name='quota_once'), models.CheckConstraint(condition=models.Q(('task__in', ['ms', 'ims'])), name='quota_task_known')],
            },
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
                ('ask', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='derived', to='annotator.ask')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'rejected'), _negated=True), fields=('ask', 'task'), name='derived_once_a_task'), models.CheckConstraint(condition=models.Q(('origin__in', ['person', 'model'])), name='derived_origin_known'), models.CheckConstraint(condition=models.Q(models.Q(('end_ms', None), ('start_ms', None), ('task', 'ca'), models.Q(('text', ''), _negated=True)), models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647), ('task', 'vms'), ('text', '')), _connector='OR'), name='derived_by_task'), models.CheckConstraint(condition=models.Q(models.Q(('actor', ''), ('decided_at', None), ('state', 'waiting')), models.Q(('decided_at__isnull', False), ('state__in', ['accepted', 'rejected']), models.Q(('actor', ''), _negated=True)), _connector='OR'), name='derived_decided_by_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'accepted'), _negated=True), ('requester', ''), models.Q(('actor', models.F('requester')), _negated=True), _connector='OR'), name='derived_accepted_by_another')],
            },
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
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['segments', 'none', 'pieces'])), name='answer_kind_known'), models.CheckConstraint(condition=models.Q(('kind', 'segments'), models.Q(('is_complete', None), ('is_specific', None), ('needs_condition', None)), _connector='OR'), name='answer_judged_with_segments')],
            },
        ),
        migrations.CreateModel(
            name='MarkedPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('word', models.CharField(choices=[('yes', 'yes'), ('no', 'no'), ('edges', 'new edges'), ('undecided', 'cannot decide')], max_length=9)),
                ('answer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pieces', to='annotator.markedanswer')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('answer', 'start_ms'), name='piece_once'), models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='piece_stretch'), models.CheckConstraint(condition=models.Q(('word__in', ['yes', 'no', 'edges', 'undecided'])), name='piece_word_known')],
            },
        ),
        migrations.CreateModel(
            name='MarkedSegment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('answer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='segments', to='annotator.markedanswer')),
                ('piece', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='segments', to='annotator.markedpiece')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('piece', None)), fields=('answer', 'start_ms'), name='segment_start_once'), models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='segment_stretch')],
            },
        ),
        migrations.CreateModel(
            name='ReferenceSegment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_ms', models.PositiveIntegerField()),
                ('end_ms', models.PositiveIntegerField()),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reference_segments', to='moments.pair')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('pair', 'start_ms'), name='reference_start_once'), models.CheckConstraint(condition=models.Q(('end_ms__gt', models.F('start_ms')), ('end_ms__lte', 2147483647)), name='reference_stretch')],
            },
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
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ended_at', None), ('ended_at__gte', models.F('began_at')), _connector='OR'), name='viewing_ends_after_it_began')],
            },
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
