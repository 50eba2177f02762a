from __future__ import annotations

import pytest

from config.environment import BASE_DIR
from tests.images.proxy import moved, rendered

SITE = """\
server { listen 80; access_log /var/log/nginx/access.log; return 308 https://$host$request_uri; }
server { listen 0.0.0.0:443 ssl http2; proxy_pass http://${REELEVANCE_WEB}; set $listener 80; }
"""


def test_only_the_platforms_blanks_are_filled():
    assert rendered("${REELEVANCE_WEB} $host ${other}", {"REELEVANCE_WEB": "web:8000"}) == "web:8000 $host ${other}"


def test_a_blank_that_nobody_fills_is_an_error():
    with pytest.raises(KeyError, match="REELEVANCE_NEW"):
        rendered("${REELEVANCE_NEW}", {"REELEVANCE_WEB": "web:8000"})


def test_a_site_moves_to_other_ports_of_loopback_with_its_logs(tmp_path):
    assert moved(SITE, {80: 8081, 443: 8444}, tmp_path) == (
        f"server {{ listen 127.0.0.1:8081; access_log {tmp_path}/access.log; return 308 https://$host$request_uri; }}\n"
        "server { listen 127.0.0.1:8444 ssl http2; proxy_pass http://${REELEVANCE_WEB}; set $listener 80; }\n"
    )


def test_a_port_that_has_no_place_to_go_is_an_error(tmp_path):
    with pytest.raises(KeyError, match="443"):
        moved(SITE, {80: 8081}, tmp_path)


@pytest.mark.parametrize("name", ["nginx.conf.template", "nginx-s3.conf.template"])
def test_the_templates_of_the_project_move(name, tmp_path):
    blanks = {"REELEVANCE_WEB": "a:1", "REELEVANCE_TLS": "/tls", "REELEVANCE_STORAGE": "b:2"}
    site = moved(rendered((BASE_DIR / "deploy" / name).read_text(), blanks), {80: 8081, 443: 8444}, tmp_path)

    assert ("${REELEVANCE" in site, "/var/log/nginx" in site, "listen 127.0.0.1:8444 ssl;" in site) == (
        False,
        False,
        True,
    )
