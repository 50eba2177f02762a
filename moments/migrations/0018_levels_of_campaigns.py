"""Campaigns that exist keep the five levels that every campaign had."""

from django.db import migrations

LEVELS = [
    (0, 'Unrelated', 'Nothing in the clip matches the query', 'The clip has nothing to do with the query. A visible person is not a match: people appear in almost every clip, and the query is about what they do.', '#31497f', 0.0),
    (1, 'Slight', 'Some things match, but the action differs', 'Some details match, for example the right objects without anybody using them as the query says, but the main action of the clip is a different one.', '#5f6b82', 1.0),
    (2, 'Partial', 'Part of the action, with clear gaps', 'The clip conveys part of what the query asks for. Something important is clearly missing: one of several actions, its beginning or its end, or the view of it.', '#8f8f86', 3.0),
    (3, 'Close', 'Fits except for a detail or extra footage', 'The clip shows the action of the query. A small detail is different or not visible, or the clip also shows some footage that the query does not mention.', '#c4b568', 7.0),
    (4, 'Perfect', 'Every action, prominent, filling the clip', 'Every action of the query happens, is prominent in the frame from beginning to end, and fills the clip: there is nothing before, after or between that the query does not ask for.', '#fde737', 15.0),
]
STORE = (
    "INSERT INTO moments_scalelevel (campaign_id, relevance, name, short, long, colour, gain) "
    "SELECT id, %s, %s, %s, %s, %s, %s FROM moments_campaign"
)


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0017_scale'),
    ]

    operations = [
        migrations.RunSQL([(STORE, level) for level in LEVELS], migrations.RunSQL.noop),
    ]
