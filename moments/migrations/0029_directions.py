import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0028_staged_questions'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.AddField(
            model_name='moment',
            name='direction',
            field=models.CharField(choices=[('forward', 'forwards'), ('backward', 'backwards')], db_default='forward', default='forward', editable=False, max_length=8),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('direction__in', ['forward', 'backward'])), name='moment_direction_known'),
        ),
        migrations.AddConstraint(
            model_name='moment',
            constraint=models.CheckConstraint(condition=models.Q(('whole', False), ('direction', 'forward'), _connector='OR'), name='moment_whole_forward'),
        ),
        migrations.CreateModel(
            name='Twin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('forward', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='as_forward', to='moments.moment')),
                ('backward', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='as_backward', to='moments.moment')),
            ],
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
