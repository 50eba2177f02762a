import datetime
import moments.models.checks
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consensus', '0004_study_order'),
        ('moments', '0005_field_ranges'),
    ]

    operations = [
        migrations.AlterField(
            model_name='datasetcard',
            name='published_on',
            field=models.DateField(blank=True, help_text='Year-month-day.', null=True, validators=[moments.models.checks.validate_day]),
        ),
        migrations.AddConstraint(
            model_name='datasetcard',
            constraint=models.CheckConstraint(condition=models.Q(('published_on', None), models.Q(('published_on__gte', datetime.date(1900, 1, 1)), ('published_on__lte', datetime.date(2199, 12, 31))), _connector='OR'), name='card_published_on_known'),
        ),
    ]
