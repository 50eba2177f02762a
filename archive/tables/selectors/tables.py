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
class ArchivedTable:
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
    ArchivedTable(corpus.Campaign, "pk", ("slug",)),
    ArchivedTable(corpus.ScaleLevel),
    ArchivedTable(corpus.ProtocolVersion),
    ArchivedTable(corpus.MarkingParameters, "version__campaign"),
    ArchivedTable(corpus.TwinParameters, "version__campaign"),
    ArchivedTable(corpus.Video),
    ArchivedTable(corpus.Moment),
    ArchivedTable(corpus.Twin, "forward__campaign"),
    ArchivedTable(corpus.WithdrawnMoment, "moment__campaign"),
    ArchivedTable(corpus.Query),
    ArchivedTable(corpus.QueryVersion, "query__campaign"),
    ArchivedTable(corpus.Batch),
    ArchivedTable(corpus.Pair),
    ArchivedTable(corpus.PairSource, "pair__campaign"),
    ArchivedTable(corpus.Clip, "moment__campaign", ("key",)),
    ArchivedTable(corpus.ClipPart, "clip__moment__campaign", ("key",)),
    ArchivedTable(corpus.Poster, "moment__campaign", ("key",)),
    ArchivedTable(corpus.Illustration, fresh=("key",)),
    ArchivedTable(corpus.Rewriting, "moment__campaign"),
    ArchivedTable(corpus.RewriteAttempt, "rewriting__moment__campaign"),
    ArchivedTable(corpus.RewriteRun, former=REWRITE_RUN_BEFORE_JOBS),
    ArchivedTable(corpus.CandidateList, "query__campaign"),
    ArchivedTable(corpus.LedgerHead),
    ArchivedTable(corpus.LedgerEntry),
    ArchivedTable(people.Membership),
    ArchivedTable(people.Consent),
    ArchivedTable(people.ConsentGiven, "member__campaign"),
    ArchivedTable(people.Message),
    ArchivedTable(people.MessageReceipt, "message__campaign"),
    ArchivedTable(people.Staffing),
    ArchivedTable(people.Rate),
    ArchivedTable(people.PayPeriod),
    ArchivedTable(people.PayLine, "period__campaign"),
    ArchivedTable(people.PayAdjustment, "annotator__campaign"),
    # Before gold, which needs an answer, and before the exams, whose answers no longer change once they were opened.
    ArchivedTable(people.ReferenceQuestion, "pair__campaign"),
    ArchivedTable(people.ReferenceSegment, "pair__campaign"),
    ArchivedTable(people.Gold),
    ArchivedTable(people.PersonWarning, "member__campaign"),
    ArchivedTable(people.Study),
    ArchivedTable(people.Study.people.through, "study__campaign"),
    ArchivedTable(people.StudyPair, "study__campaign"),
    ArchivedTable(people.Pilot),
    ArchivedTable(people.Pilot.people.through, "pilot__campaign"),
    ArchivedTable(people.PilotPair, "pilot__campaign"),
    ArchivedTable(people.Tutorial),
    ArchivedTable(people.Practice, "tutorial__campaign"),
    ArchivedTable(people.PracticeAnswer, "member__campaign"),
    ArchivedTable(people.TutorialDone, "member__campaign"),
    ArchivedTable(people.Exam),
    ArchivedTable(people.ExamItem, "exam__campaign"),
    ArchivedTable(people.Sitting, "exam__campaign"),
    ArchivedTable(people.WritingPermit, "member__campaign"),
    ArchivedTable(people.Share, fresh=("beside",)),
    ArchivedTable(people.Viewing, "share__campaign"),
    ArchivedTable(people.AskQuota),
    ArchivedTable(people.Ask),
    ArchivedTable(people.DerivedAsk, "ask__campaign"),
    ArchivedTable(people.AskedPiece, "pair__campaign"),
    ArchivedTable(people.Seat),
    ArchivedTable(people.SeatLoss, "seat__campaign"),
    ArchivedTable(people.Score, "seat__campaign"),
    ArchivedTable(people.MarkedAnswer, "score__seat__campaign"),
    ArchivedTable(people.MarkedPiece, "answer__score__seat__campaign"),
    ArchivedTable(people.MarkedSegment, "answer__score__seat__campaign"),
    ArchivedTable(people.Judgement, "score__seat__campaign"),
    ArchivedTable(people.TwinCaption, "score__seat__campaign"),
    ArchivedTable(people.SampleGrade, "score__seat__campaign"),
    ArchivedTable(people.Assignment, "score__seat__campaign"),
    ArchivedTable(people.LookAlike, "pair__campaign"),
    ArchivedTable(people.CaptionOrder, "pair__campaign"),
    ArchivedTable(people.Problem, "pair__campaign"),
    ArchivedTable(people.WorkEvent, "annotator__campaign"),
    # After the seats: a pair becomes an example once its scores are settled.
    ArchivedTable(people.Guideline),
    ArchivedTable(people.GuidelineExample, "guideline__campaign"),
    ArchivedTable(people.GuidelineReading, "guideline__campaign"),
    ArchivedTable(decisions.Verdict, "pair__campaign"),
    ArchivedTable(decisions.KeptContradiction, "first__pair__campaign"),
    ArchivedTable(decisions.TruthSegment, "verdict__pair__campaign"),
    ArchivedTable(decisions.VideoSplit, "video__campaign"),
    ArchivedTable(decisions.TwinTruth, "verdict__pair__campaign"),
    ArchivedTable(decisions.TwinRewriteRun),
    ArchivedTable(decisions.TwinRewriteAnswer, "run__campaign"),
    ArchivedTable(decisions.CaptionRewrite, "pair__campaign"),
    ArchivedTable(decisions.RewriteSample),
    ArchivedTable(decisions.SampledRewrite, "sample__campaign"),
    ArchivedTable(decisions.CaptionRun),
    ArchivedTable(decisions.CaptionAttempt, "run__campaign"),
    ArchivedTable(decisions.BatchReview),
    ArchivedTable(decisions.ArchiveScore),
    ArchivedTable(decisions.LeadDigest, "member__campaign"),
    ArchivedTable(decisions.SavedView),
    ArchivedTable(decisions.DatasetCard),
    ArchivedTable(decisions.Export, fresh=("path",), former=EXPORT_BEFORE_JOBS),
    ArchivedTable(runs.LabelSnapshot),
    ArchivedTable(runs.Run, fresh=("stored",), former=("state", "reason", "tries", "since")),
    ArchivedTable(runs.RunScores, "run__campaign"),
)

LEFT_OUT = {
    "annotator.user": "accounts go by worker ID, as people.jsonl: they may be members of other campaigns",
    "annotator.apitoken": "a token is valid only on the server that created it",
    "annotator.resetlink": "a link is valid only on the server that created it",
    "annotator.invite": "a link is valid only on the server that created it",
    "annotator.user_groups": "the platform has no groups",
    "annotator.user_user_permissions": "restoring an archive makes nobody an admin",
    "moments.job": "the rows of exports, runs, rewrites and captions keep their outcome; order other work again",
    "evaluation.measurestudy": "studies of measures can be made again from the runs and labels",
    "evaluation.stabilitystudy": "how sure an order of runs is can be asked again of the runs and labels",
    "moments.stepfailure": "failures on this server do not concern another server",
    "moments.workerbeat": "workers of this server do not concern another server",
    "moments.stagedfile": "a file that is waiting for import must be uploaded again",
    "moments.videoupload": "an archive has clips and proxies; the files of videos stay where they are",
    "moments.givenplace": "a place of videos is one of the server on which an admin gave it",
    "moments.cutorder": "an order names folders of the machine on which it was placed",
    "moments.sampleclip": "a test cut shows what settings give, and can be ordered again",
    "moments.sourceproxy": "a video is prepared again when somebody marks a moment on it",
    "moments.videocut": "an order names folders of the machine on which it was placed",
}
