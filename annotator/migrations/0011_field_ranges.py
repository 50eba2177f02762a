import datetime
import django.core.validators
import moments.models.checks
from django.db import migrations, models

from moments.database.guards import LiftAllGuards


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0010_reset_issuer'),
        ('moments', '0005_field_ranges'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.AlterField(
            model_name='membership',
            name='pseudonym',
            field=models.CharField(editable=False, max_length=12, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9][A-Za-z0-9_.-]*\\Z', "Use letters, digits, '_', '.' and '-'.")]),
        ),
        migrations.AlterField(
            model_name='payperiod',
            name='first_day',
            field=models.DateField(validators=[moments.models.checks.validate_day]),
        ),
        migrations.AlterField(
            model_name='payperiod',
            name='last_day',
            field=models.DateField(validators=[moments.models.checks.validate_day]),
        ),
        migrations.AlterField(
            model_name='payperiod',
            name='time_zone',
            field=models.CharField(max_length=40, validators=[moments.models.checks.validate_time_zone]),
        ),
        migrations.AlterField(
            model_name='rate',
            name='from_day',
            field=models.DateField(validators=[moments.models.checks.validate_day]),
        ),
        migrations.AlterField(
            model_name='staffing',
            name='finish_by',
            field=models.DateField(blank=True, null=True, validators=[moments.models.checks.validate_day]),
        ),
        migrations.AlterField(
            model_name='user',
            name='username',
            field=models.CharField(max_length=40, unique=True, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9][A-Za-z0-9_.-]*\\Z', "Use letters, digits, '_', '.' and '-'.")], verbose_name='worker ID'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pseudonym', ''), _negated=True), models.Q(('pseudonym__contains', '/'), _negated=True), models.Q(('pseudonym__startswith', '.'), _negated=True)), name='member_pseudonym_in_address'),
        ),
        migrations.AddConstraint(
            model_name='payperiod',
            constraint=models.CheckConstraint(condition=models.Q(('first_day__gte', datetime.date(1900, 1, 1)), ('first_day__lte', datetime.date(2199, 12, 31)), ('last_day__gte', datetime.date(1900, 1, 1)), ('last_day__lte', datetime.date(2199, 12, 31))), name='pay_period_days_known'),
        ),
        migrations.AddConstraint(
            model_name='rate',
            constraint=models.CheckConstraint(condition=models.Q(('from_day__gte', datetime.date(1900, 1, 1)), ('from_day__lte', datetime.date(2199, 12, 31))), name='rate_day_known'),
        ),
        migrations.AddConstraint(
            model_name='staffing',
            constraint=models.CheckConstraint(condition=models.Q(('finish_by', None), models.Q(('finish_by__gte', datetime.date(1900, 1, 1)), ('finish_by__lte', datetime.date(2199, 12, 31))), _connector='OR'), name='staffing_finish_by_known'),
        ),
        LiftAllGuards(on_the_way_back=True),  # the first on the way back
    ]
