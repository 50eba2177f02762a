"""Which rows belong to a campaign: every table in an order in which rows refer only to earlier ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Field, Model, QuerySet

from annotator import models as people
from benchmark import models as runs
from consensus import models as decisions
from moments import models as corpus
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class Table:
    """A model and how its rows lead to their campaign; `fresh` are columns that are new in a restored row.

    What is fresh is in no archive: random names of files that lie elsewhere afterwards, what the database derives.
    `former` are columns that archives of earlier versions have.
    """

    model: type[Model]
    campaign: str = "campaign"
    fresh: tuple[str, ...] = ()
    former: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The table's name in an archive."""
        return self.model._meta.label_lower

    @property
    def fields(self) -> list[Field[Any, Any]]:
        """The columns in the order of the model, without the key and what is fresh."""
        concrete = self.model._meta.concrete_fields
        return [
            field
            for field in concrete
            if field.name not in self.fresh and (field.remote_field is not None or not field.primary_key)
        ]

    def rows(self, campaign: Campaign) -> QuerySet[Any]:
        """The campaign's rows, in the order in which they were made."""
        found = self.model._default_manager.filter(**{self.campaign: campaign.pk})
        return found.order_by("pk")


REWRITE_RUN_BEFORE_JOBS = ("actor", "ordered_at", "holder", "leased_until", "stop_asked", "ended_at", "reason")
EXPORT_BEFORE_JOBS = ("actor", "made_at", "state", "taken_at", "attempts", "ready_at", "failure")

TABLES = (
    Table(corpus.Campaign, "pk", ("slug",)),
    Table(corpus.ProtocolVersion),
    Table(corpus.Video),
    Table(corpus.Moment),
    Table(corpus.Query),
    Table(corpus.QueryVersion, "query__campaign"),
    Table(corpus.Batch),
    Table(corpus.Pair),
    Table(corpus.PairSource, "pair__campaign"),
    Table(corpus.Clip, "moment__campaign", ("key",)),
    Table(corpus.Poster, "moment__campaign", ("key",)),
    Table(corpus.Rewriting, "moment__campaign"),
    Table(corpus.RewriteAttempt, "rewriting__moment__campaign"),
    Table(corpus.RewriteRun, former=REWRITE_RUN_BEFORE_JOBS),
    Table(corpus.CandidateList, "query__campaign"),
    Table(corpus.LedgerHead),
    Table(corpus.LedgerEntry),
    Table(people.Membership),
    Table(people.Consent),
    Table(people.ConsentGiven, "member__campaign"),
    Table(people.Staffing),
    Table(people.Rate),
    Table(people.PayPeriod),
    Table(people.PayLine, "period__campaign"),
    Table(people.PayAdjustment, "annotator__campaign"),
    Table(people.Gold),
    Table(people.PersonWarning, "member__campaign"),
    Table(people.Study),
    Table(people.Study.people.through, "study__campaign"),
    Table(people.StudyPair, "study__campaign"),
    Table(people.Tutorial),
    Table(people.Practice, "tutorial__campaign"),
    Table(people.PracticeAnswer, "member__campaign"),
    Table(people.TutorialDone, "member__campaign"),
    Table(people.Exam),
    Table(people.ExamItem, "exam__campaign"),
    Table(people.Sitting, "exam__campaign"),
    Table(people.Share, fresh=("beside",)),
    Table(people.Seat),
    Table(people.SeatLoss, "seat__campaign"),
    Table(people.Score, "seat__campaign"),
    Table(people.Problem, "pair__campaign"),
    Table(people.WorkEvent, "annotator__campaign"),
    # After the seats: a pair becomes an example once its scores are settled.
    Table(people.Guideline),
    Table(people.GuidelineExample, "guideline__campaign"),
    Table(people.GuidelineReading, "guideline__campaign"),
    Table(decisions.Verdict, "pair__campaign"),
    Table(decisions.BatchReview),
    Table(decisions.ArchiveScore),
    Table(decisions.LeadDigest, "member__campaign"),
    Table(decisions.DatasetCard),
    Table(decisions.Export, fresh=("path",), former=EXPORT_BEFORE_JOBS),
    Table(runs.LabelSnapshot),
    Table(runs.Run, fresh=("stored",), former=("state", "reason", "tries", "since")),
    Table(runs.RunScores, "run__campaign"),
)

LEFT_OUT = {
    "annotator.user": "accounts go by worker ID, as people.jsonl: they may be members of other campaigns",
    "annotator.apitoken": "a token is valid only on the server that created it",
    "annotator.resetlink": "a link is valid only on the server that created it",
    "annotator.invite": "a link is valid only on the server that created it",
    "annotator.user_groups": "the platform has no groups",
    "annotator.user_user_permissions": "restoring an archive makes nobody an admin",
    "moments.job": "the rows of exports, runs and rewriting keep their outcome; other work can be ordered again",
    "moments.stepfailure": "failures on this server do not concern another server",
    "moments.stagedfile": "a file that is waiting for import must be uploaded again",
    "moments.cutorder": "an order names folders of the machine on which it was placed",
    "moments.videocut": "an order names folders of the machine on which it was placed",
}
