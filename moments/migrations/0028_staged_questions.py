from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0027_restore_jobs'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='stagedfile',
            name='staged_kind_known',
        ),
        migrations.AlterField(
            model_name='stagedfile',
            name='kind',
            field=models.CharField(choices=[('moments', 'moments'), ('videos', 'whole videos'), ('questions', 'ready questions'), ('queries', 'queries'), ('candidates', 'candidates'), ('tvr', 'published labels (TVR-Ranking)'), ('ls', 'Label Studio export')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='stagedfile',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['moments', 'videos', 'questions', 'queries', 'candidates', 'tvr', 'ls'])), name='staged_kind_known'),
        ),
    ]
