"""Every command: help, JSON, exit codes and one clear line on bad input."""

import csv
import io
import json
import stat
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.utils import timezone

from annotator.models import ApiToken, Invite, Membership, Score, Seat, SeatState, Standing, User
from annotator.people.secret_links import digest_of
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, ProtocolVersion
from moments.protocol import Protocol
from tests.factories import make_campaign, make_lead, make_query, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db

OURS = (
    "create_campaign",
    "set_protocol",
    "create_annotators",
    "timesheet",
    "import_moments",
    "import_videos",
    "sample_queries",
    "import_queries",
    "rank_candidates",
    "import_candidates",
    "import_captions",
    "import_known_questions",
    "import_questions",
    "set_quotas",
    "cut_clips",
    "draw_exam",
    "draw_windows",
    "open_campaign",
    "simulate_annotators",
    "make_twins",
    "draw_twin_splits",
    "make_pilot",
    "settle",
    "export_labels",
    "campaign_report",
    "settle_scores",
    "compare_depth_rules",
    "settle_markings",
    "decide_question",
    "fit_annotators",
    "verify_campaign",
    "run_worker",
    "upload_run",
    "write_captions",
    "rewrite_captions",
    "score_runs",
    "study_measures",
    "study_stability",
    "show_runs",
    "evaluate_run",
    "evaluate_segments",
    "evaluate_twins",
    "run_stability",
    "compare_measures",
    "run_demo",
    "run_platform",
)


def run(name: str, *arguments: object) -> str:
    out = io.StringIO()
    call_command(name, *map(str, arguments), stdout=out)
    return out.getvalue()


def refusal(name: str, *arguments: object) -> str:
    with pytest.raises(CommandError) as error:
        run(name, *arguments)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("name", OURS)
def test_every_command_has_help(name: str, capsys) -> None:
    assert name in get_commands()
    with pytest.raises(SystemExit) as exit_:
        run(name, "--help")
    assert exit_.value.code == 0
    assert len(capsys.readouterr().out) > 200


def test_only_servers_start_with_the_system_checks_which_import_every_page() -> None:
    commands = {name: load_command_class(get_commands()[name], name) for name in OURS}
    servers = {"run_worker", "run_demo", "run_platform"}
    assert {name for name, command in commands.items() if command.requires_system_checks} == servers


@pytest.mark.parametrize("name", ["open_campaign", "verify_campaign", "rank_candidates"])
def test_an_unknown_campaign_is_named_with_those_that_are(name: str) -> None:
    make_campaign("films")
    assert refusal(name, "filsm") == "there is no campaign 'filsm'; expected one of: films"


def test_a_campaign_is_made_under_its_protocol(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('{"tolerance": 2}')
    run("create_campaign", "films", "--title", "Films", "--protocol", tmp_path / "p.json")
    assert Campaign.objects.get().title == "Films"
    assert ProtocolVersion.objects.get().protocol == Protocol(tolerance=2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"tolerance": 9}', "tolerance: expected 0 to 6, got 9"),
        ("{", "line 1: not JSON"),
        ('{"x": 1}', "x: there is no such key"),
    ],
)
def test_a_bad_protocol_is_refused_with_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(text)
    assert refusal("create_campaign", "films", "--protocol", path).startswith(f"{path}: {message}")
    assert not Campaign.objects.exists()


def test_a_changed_protocol_is_the_next_version_and_the_same_is_none(tmp_path: Path) -> None:
    make_campaign("films")
    path = tmp_path / "p.json"
    path.write_text('{"threshold": 3}')
    answers = [run("set_protocol", "films", path).strip() for _ in range(2)]
    assert answers == ["campaign films now has protocol 2"] * 2
    assert list(ProtocolVersion.objects.order_by("version").values_list("threshold", flat=True)) == [2.0, 3.0]


@pytest.mark.parametrize("slug", ["Films", "a b", "-x", "", "ü", "a" * 61])
def test_a_slug_that_cannot_be_is_refused(slug: str) -> None:
    assert refusal("create_campaign", "--", slug).startswith(f"slug {slug!r}: use")


def test_a_slug_is_taken_once() -> None:
    run("create_campaign", "films")
    assert refusal("create_campaign", "films") == "campaign 'films' already exists"
    assert Campaign.objects.count() == 1


def test_annotators_get_secrets_that_are_written_once(tmp_path: Path) -> None:
    make_campaign()
    out = tmp_path / "people.csv"
    run("create_annotators", "films", "--count", 2, "--qualified", "--out", out)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    with out.open() as file:
        people = list(csv.DictReader(file))
    assert list(people[0]) == ["worker_id", "password", "token"]
    for person in people:
        user = User.objects.get(username=person["worker_id"])
        assert user.check_password(person["password"])
        assert ApiToken.objects.get(digest=digest_of(person["token"])).user == user
        assert Membership.objects.get(user=user).standing == Standing.QUALIFIED


def test_secrets_never_take_the_place_of_others(tmp_path: Path) -> None:
    make_campaign()
    out = tmp_path / "people.csv"
    out.write_text("precious")
    assert "already exists" in refusal("create_annotators", "films", "--count", 1, "--out", out)
    assert (out.read_text(), User.objects.count()) == ("precious", 0)


def test_where_the_secrets_cannot_be_written_nobody_is_made(tmp_path: Path) -> None:
    make_campaign()
    message = refusal("create_annotators", "films", "--count", 1, "--out", tmp_path / "no/people.csv")
    assert message.endswith("No such file or directory")
    assert User.objects.count() == 0


def test_an_invite_is_printed_once_as_a_link(client) -> None:
    make_campaign()
    link = run("create_invite", "films", "--uses", 2, "--days", 3, "--base", "https://labels.example.org/").strip()
    assert link.startswith("https://labels.example.org/join/")
    assert client.get(link.removeprefix("https://labels.example.org")).status_code == 200
    invite = Invite.objects.get()
    assert (invite.uses_allowed, (invite.expires_at - invite.created_at).days) == (2, 3)
    assert run("create_invite", "films").startswith("http://localhost:8000/join/")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--uses", 0), "uses: expected 1 to 1000, got 0"),
        (("--days", 400), "days: expected 1 to 365, got 400"),
        (("--base", "labels.example.org"), "--base: expected http://… or https://…, got 'labels.example.org'"),
    ],
)
def test_an_invite_that_cannot_be_is_refused(arguments, problem: str) -> None:
    make_campaign()
    assert (refusal("create_invite", "films", *arguments), Invite.objects.count()) == (problem, 0)


@pytest.mark.parametrize("count", [0, 10_001])
def test_a_number_of_people_that_cannot_be_is_refused(tmp_path: Path, count: int) -> None:
    make_campaign()
    message = refusal("create_annotators", "films", "--count", count, "--out", tmp_path / "x.csv")
    assert message == f"--count: expected 1 to 10000, got {count}"


def test_moments_are_imported_and_counted(tmp_path: Path) -> None:
    make_campaign()
    row = {"vid_name": "a", "duration": 9, "ts": [1, 2], "desc": "x", "type": "v", "desc_id": 1}
    path = tmp_path / "m.jsonl"
    path.write_text(json.dumps(row) + "\n" + json.dumps(row | {"desc_id": 2, "type": "t"}))
    figures = json.loads(run("import_moments", "films", path, "--types", "v", "--json"))
    assert figures == {"added": 1, "already_there": 0, "of_other_types": 1, "moments": 1, "videos": 1}
    assert (
        refusal("import_moments", "films", path, "--types", "v,x")
        == "--types: there is no type 'x'; expected one of v, vt, t"
    )


def test_videos_are_imported_by_a_command(tmp_path: Path) -> None:
    make_campaign("long", marking=MarkingProtocol())
    path = tmp_path / "videos.csv"
    path.write_text("vid_name,duration,domain\nmatch,3600,sports\nwalk,12.5,\n")
    assert json.loads(run("import_videos", "long", path, "--json")) == {"added": 2, "already_there": 0, "videos": 2}
    assert run("import_videos", "long", path).splitlines() == ["added: 0", "already there: 2", "videos: 2"]
    path.write_text("vid_name,duration\nmatch,3600\n")
    assert refusal("import_videos", "long", path) == f"{path} line 2: domain: '', but the campaign has 'sports'"
    make_campaign()
    problem = "campaign 'films' grades moments and takes no whole videos; import moments"
    assert refusal("import_videos", "films", path) == problem


def test_opening_warns_of_what_is_wanting_and_goes_on(capsys) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=3)
    assert json.loads(run("open_campaign", "films", "--json")) == {
        "queries": 1,
        "seats": 6,
        "missing_clips": 0,
        "qualified": 0,
    }
    assert "warning: 0 qualified annotators; a pair may need 4" in capsys.readouterr().err


def test_opening_without_clips_asks_for_consent(capsys) -> None:
    from moments.models import Clip

    campaign = make_campaign()
    make_query(campaign, pairs=3)
    Clip.objects.all().delete()
    wanted = "3 moments have no clip; run cut_clips first, or open with --allow-missing-clips"
    assert refusal("open_campaign", "films") == wanted
    campaign.refresh_from_db()
    assert campaign.status == "draft"
    run("open_campaign", "films", "--allow-missing-clips")
    assert "warning: 3 moments have no clip" in capsys.readouterr().err


def test_opening_without_candidates_is_refused() -> None:
    make_campaign()
    assert refusal("open_campaign", "films").startswith("campaign 'films' has no candidates")


def test_opening_twice_opens_only_what_is_new() -> None:
    campaign, _ = opened_campaign(pairs=3)
    assert refusal("open_campaign", "films").startswith("campaign 'films' is already open")
    make_query(campaign, pairs=2)
    assert json.loads(run("open_campaign", "films", "--json"))["seats"] == 4


def test_opening_more_of_a_paused_campaign_leaves_it_paused() -> None:
    campaign, _ = opened_campaign(pairs=3)
    make_query(campaign, pairs=2)
    Campaign.objects.update(status="paused")
    run("open_campaign", "films")
    assert Campaign.objects.get().status == "paused"


def test_an_exam_query_is_not_opened() -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=3, split="exam")
    make_query(campaign, pairs=2)
    assert json.loads(run("open_campaign", "films", "--json"))["queries"] == 1


def test_settle_reports_what_it_did() -> None:
    assert run("settle").strip() == "no campaign is open"
    opened_campaign()
    assert json.loads(run("settle", "--json"))["films"]["agreed"] == 0


def test_verify_prints_breaches_and_exits_1() -> None:
    campaign, members = opened_campaign(pairs=2)
    score_all(members)
    settle(campaign)
    assert run("verify_campaign", "films").strip() == "films: 0 breaches"
    from consensus.models import Verdict

    Verdict.objects.filter(pair__rank=1).update(relevance=1)
    out = io.StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("verify_campaign", "films", stdout=out)
    assert (exit_.value.code, out.getvalue().count("I4:")) == (1, 1)


def test_simulating_needs_an_open_campaign() -> None:
    make_campaign()
    message = refusal("simulate_annotators", "films", "--annotators", 4, "--seed", 1)
    assert message == "campaign 'films' is not open; run open_campaign first"


@pytest.mark.parametrize("until", ["0", "1.5", "soon", "-1"])
def test_an_end_that_cannot_be_is_refused(until: str) -> None:
    opened_campaign()
    with pytest.raises(CommandError, match="expected 'done' or a fraction"):
        run("simulate_annotators", "films", "--annotators", 4, "--seed", 1, "--until", until)


def test_a_simulation_runs_to_the_end_and_exports(tmp_path: Path) -> None:
    campaign, _ = opened_campaign(people=0, queries=2, pairs=40)
    make_lead(campaign)
    run("simulate_annotators", "films", "--annotators", 5, "--seed", 3, "--until", "0.3")
    assert Seat.objects.filter(state=SeatState.OPEN).exists()
    figures = json.loads(run("simulate_annotators", "films", "--annotators", 5, "--seed", 3, "--json"))
    assert figures["scores"] > 0
    assert not Seat.objects.filter(state__in=["open", "reserved", "held", "scored"]).exists()
    assert Score.objects.latest("saved_at").saved_at <= timezone.now()
    assert run("verify_campaign", "films").strip() == "films: 0 breaches"
    report = json.loads(run("export_labels", "films", "--out", tmp_path / "out", "--json"))
    assert report["val.json"] + report["unjudged.jsonl"] == campaign.pairs.filter(batch__isnull=False).count()
