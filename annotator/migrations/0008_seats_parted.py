from django.db import migrations
from django.db.models import Exists, OuterRef, Q, Subquery

from moments.database.guards import Upkeep, lay_guards

MOVED = Upkeep(
    "share_beside_moved",
    "annotator_share",
    ("UPDATE OF annotator_id",),
    "UPDATE annotator_share SET beside_id = NEW.annotator_id WHERE batch_id = NEW.batch_id AND id <> NEW.id",
)


def keep_beside(apps, schema_editor):
    """Before what is there is read, so that a server which runs on meanwhile changes nothing behind this."""
    lay_guards(schema_editor.connection, (MOVED,))


def say_who_is_beside(apps, schema_editor):
    share = apps.get_model("annotator", "Share")
    other = share.objects.filter(batch=OuterRef("batch")).exclude(pk=OuterRef("pk"))
    begun = share.objects.filter(batch__shares__annotator__isnull=False)
    share.objects.filter(pk__in=begun.values("pk")).update(beside=Subquery(other.values("annotator")[:1]))


def part_open_seats(apps, schema_editor):
    """As annotator.seats.services.parting does from now on, whenever a share changes hands."""
    share, seat = apps.get_model("annotator", "Share"), apps.get_model("annotator", "Seat")
    beside = seat.objects.filter(pair=OuterRef("pair"), annotator=OuterRef("share__beside"), purpose="campaign")
    left = share.objects.filter(Q(annotator__isnull=False) | Q(beside__isnull=False))
    parted = seat.objects.filter(state="open", purpose="campaign", superseded=False, share__in=left.values("pk"))
    parted = parted.filter(Q(share__annotator__isnull=False) | ~Exists(beside))
    seat.objects.filter(pk__in=parted.values("pk")).update(share=None)


def hold_people(apps, schema_editor):
    """In the order in which claims lock: people, then shares. What runs on meanwhile waits instead of a deadlock."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("LOCK TABLE annotator_membership IN SHARE ROW EXCLUSIVE MODE")


class Migration(migrations.Migration):
    dependencies = [("annotator", "0007_share_beside")]

    operations = [
        migrations.RunPython(hold_people, migrations.RunPython.noop),
        migrations.RunPython(keep_beside, migrations.RunPython.noop),
        migrations.RunPython(say_who_is_beside, migrations.RunPython.noop),
        migrations.RunPython(part_open_seats, migrations.RunPython.noop),
    ]
