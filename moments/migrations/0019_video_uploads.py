import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0018_levels_of_campaigns'),
    ]

    operations = [
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
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'video_name'), name='upload_video_once'), models.CheckConstraint(condition=models.Q(('received__lte', models.F('size')), ('size__gt', 0)), name='upload_within_size'), models.CheckConstraint(condition=models.Q(('finished_at', None), ('received', models.F('size')), _connector='OR'), name='upload_finished_is_whole')],
            },
        ),
    ]
