"""How mails are sent, from the environment: read once, the wrong variable named."""

from pathlib import Path

import pytest

from config.environment import read_environment
from config.variables import WrongSetting
from consensus.digests.mail_setting import Mail, read_mail

SET = {
    "EMAIL_URL": "smtp+tls://lab:p%40ss@mail.example.org",
    "EMAIL_FROM": "labels@example.org",
    "REELEVANCE_URL": "https://labels.example.org/",
}


def test_without_a_server_there_are_no_mails():
    assert read_mail({"EMAIL_FROM": "labels@example.org"}) is None


@pytest.mark.parametrize(
    ("url", "port", "tls"),
    [
        ("smtp://mail.example.org", 25, ""),
        ("smtp://mail.example.org:2525", 2525, ""),
        ("smtp+tls://mail.example.org", 587, "starttls"),
        ("smtps://mail.example.org", 465, "tls"),
    ],
)
def test_the_scheme_says_how_it_is_secured(url, port, tls):
    mail = read_mail({**SET, "EMAIL_URL": url})
    assert mail == Mail("mail.example.org", port, "", "", tls, "labels@example.org", "https://labels.example.org")


def test_a_password_may_hold_any_sign_and_is_not_shown():
    mail = read_mail(SET)
    assert (mail.user, mail.password) == ("lab", "p@ss")
    assert "p@ss" not in repr(mail)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"EMAIL_URL": "http://mail.example.org"}, "EMAIL_URL"),
        ({"EMAIL_URL": "smtp://"}, "EMAIL_URL"),
        ({"EMAIL_URL": "smtp://mail.example.org:x"}, "EMAIL_URL"),
        ({"EMAIL_URL": "smtp://mail.example.org/inbox"}, "EMAIL_URL"),
        ({"EMAIL_FROM": ""}, "EMAIL_FROM"),
        ({"EMAIL_FROM": "labels"}, "EMAIL_FROM"),
        ({"EMAIL_FROM": "a@b.org\nBcc: c@d.org"}, "EMAIL_FROM"),
        ({"REELEVANCE_URL": ""}, "REELEVANCE_URL"),
        ({"REELEVANCE_URL": "labels.example.org"}, "REELEVANCE_URL"),
        ({"REELEVANCE_URL": "https://labels.example.org/?a=1"}, "REELEVANCE_URL"),
    ],
)
def test_a_wrong_one_stops_the_start_and_is_named(tmp_path: Path, change, named):
    with pytest.raises(WrongSetting, match=f"^reelevance: {named}: "):
        read_environment({"REELEVANCE_DATA_DIR": str(tmp_path), **SET, **change})
