import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0026_given_places'),
    ]

    operations = [
        migrations.AlterField(
            model_name='job',
            name='campaign',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='jobs', to='moments.campaign'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(condition=models.Q(('campaign', None), ('finished_at', None)), fields=('kind', 'number'), name='job_without_campaign_once'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('campaign', None), ('kind', 'restore')), models.Q(('campaign__isnull', False), models.Q(('kind', 'restore'), _negated=True)), _connector='OR'), name='job_restore_has_no_campaign'),
        ),
    ]
