import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0025_illustrations'),
    ]

    operations = [
        migrations.CreateModel(
            name='GivenPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=500)),
                ('actor', models.CharField(max_length=40)),
                ('given_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='given_places', to='moments.campaign')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'address'), name='place_given_once'), models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='place_has_address')],
            },
        ),
    ]
