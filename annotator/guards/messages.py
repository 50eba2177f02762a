"""Messages of leads stay within their campaign, and as they were sent."""

from __future__ import annotations

from moments.database.guards import Guard, guard_unchanging

MESSAGE_GUARDS = (
    Guard(
        "message_to_its_people",
        "annotator_messagereceipt",
        ("INSERT", "UPDATE OF member_id, message_id"),
        "a message can only be sent to annotators of its campaign",
        "NOT EXISTS (SELECT 1 FROM annotator_message g JOIN annotator_membership m ON m.campaign_id = g.campaign_id "
        "WHERE g.id = NEW.message_id AND m.id = NEW.member_id AND m.role = 'annotator')",
    ),
    guard_unchanging("message_unchanging", "annotator_message", "a message that was sent never changes"),
)
