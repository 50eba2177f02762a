from __future__ import annotations

from tests.images.pip_settings import configuration, folders_named, mounts, read_settings

LISTING = """\
:env:.find-links='/wheels'
:env:.no-input='1'
global.cert='/etc/ssl/own.crt'
global.find-links='/elsewhere'
global.extra-index-url='https://a.example.org/simple\\nfile:///mirror/simple'
freeze.timeout='10'
install.target='/opt/here'
"""


def test_where_packages_come_from_is_handed_on_and_where_they_go_is_not():
    assert read_settings(LISTING, {}) == {
        "cert": "/etc/ssl/own.crt",
        "find-links": "/wheels",
        "extra-index-url": "https://a.example.org/simple file:///mirror/simple",
    }


def test_certificates_of_the_environment_count_where_pip_has_none():
    env = {"SSL_CERT_FILE": "/ssl/a.crt", "REQUESTS_CA_BUNDLE": "/ssl/b.crt"}

    assert read_settings("", env) == {"cert": "/ssl/a.crt"}
    assert read_settings("global.cert='/ssl/c.crt'", env) == {"cert": "/ssl/c.crt"}
    assert read_settings("", {}) == {}


def test_a_machine_without_settings_gives_an_empty_configuration():
    assert configuration({}) == "[global]\n"
    assert configuration({"timeout": "9", "cert": "/a b"}) == "[global]\ncert = /a b\ntimeout = 9\n"


def test_what_settings_name_on_this_machine_is_shown_to_the_build_once(tmp_path):
    for name in ("mirror/simple", "mirror/files", "wheels"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "mirror" / "own.crt").write_text("")
    settings = {
        "cert": str(tmp_path / "mirror" / "own.crt"),
        "find-links": f"{tmp_path}/wheels {tmp_path}/gone https://a.example.org/wheels",
        "extra-index-url": f"file://{tmp_path}/mirror/simple",
        "timeout": "9",
    }

    shown = folders_named(settings)

    assert shown == [tmp_path / "mirror", tmp_path / "wheels"]
    assert mounts(tmp_path / "pip.conf", shown) == [
        f"--volume={tmp_path}/pip.conf:/etc/pip.conf:ro",
        f"--volume={tmp_path}/mirror:{tmp_path}/mirror:ro",
        f"--volume={tmp_path}/wheels:{tmp_path}/wheels:ro",
    ]
