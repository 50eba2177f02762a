import pytest

from annotator.people.addresses import client_address

CLAIMED = "203.0.113.9"  # what a client may write into the header itself


@pytest.mark.parametrize(
    ("remote", "forwarded", "proxies", "address"),
    [
        ("198.51.100.7", "", 0, "198.51.100.7"),
        ("198.51.100.7", CLAIMED, 0, "198.51.100.7"),
        ("10.0.0.2", "198.51.100.7", 1, "198.51.100.7"),
        ("10.0.0.2", f"{CLAIMED}, 198.51.100.7", 1, "198.51.100.7"),
        ("10.0.0.2", f"{CLAIMED}, 198.51.100.7, 10.0.0.3", 2, "198.51.100.7"),
        ("10.0.0.2", "198.51.100.7", 2, "10.0.0.2"),
        ("10.0.0.2", "nonsense", 1, "10.0.0.2"),
        ("10.0.0.2", ", ,", 1, "10.0.0.2"),
        ("", "198.51.100.7", 1, "198.51.100.7"),
        ("", "", 0, "0.0.0.0"),
        ("unix:", "", 1, "0.0.0.0"),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "", 0, "2001:db8:1:2::"),
        ("2001:db8:1:3::9", "", 0, "2001:db8:1:3::"),
        ("::ffff:198.51.100.7", "", 0, "198.51.100.7"),
        ("fe80::1%eth0", "", 0, "fe80::"),
    ],
)
def test_only_what_our_own_proxies_wrote_is_believed(remote: str, forwarded: str, proxies: int, address: str) -> None:
    assert client_address(remote=remote, forwarded=forwarded, proxies=proxies) == address
