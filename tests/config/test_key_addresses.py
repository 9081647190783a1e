"""An address carries its own key."""

from itertools import product
from pathlib import Path

import pytest

from tests.config.test_load import Desk
from zeph.config.keys import all_keys

SECTIONS = [key.path[0] for key in all_keys() if key.opens]
PLACES = ("user", "project", "given", "variable")
TOGETHER = {("user", "variable"), ("user", "given"), ("given", "variable")}
"""(address, key) of two places that belong to the person, the key written where the address was known."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def put(desk: Desk, place: str, section: str, key: str, value: str) -> None:
    if place == "variable":
        desk.env[f"ZEPH_{section}__{key}".upper()] = value
        return
    file: Path = getattr(desk, place)
    file.write_text((file.read_text() if file.exists() else "") + f"{section}.{key} = '{value}'\n")
    file.chmod(0o600)


def key_of(desk: Desk, section: str) -> str:
    given = desk.given if desk.given.exists() else None
    secret = getattr(desk.load(given).settings, section).api_key
    return secret.get_secret_value() if secret else ""


def test_every_secret_opens_an_address() -> None:
    assert sorted(SECTIONS) == ["model", "reranking"]
    assert all(key.opens for key in all_keys() if key.kind == "secret")


@pytest.mark.parametrize(("section", "address", "key"), list(product(SECTIONS, PLACES, PLACES)))
def test_a_key_goes_to_the_address_it_was_written_for(desk: Desk, section: str, address: str, key: str) -> None:
    put(desk, address, section, "base_url", "http://one/v1")
    put(desk, key, section, "api_key", "k1")
    if desk.project.exists():
        desk.trust()
    used = address == key or (address, key) in TOGETHER
    assert key_of(desk, section) == ("k1" if used else "")
    if not used:
        warning = desk.load(desk.given if desk.given.exists() else None).warnings[-1]
        assert f"{section}.api_key" in warning and "an address carries its own key" in warning


@pytest.mark.parametrize(("section", "later"), list(product(SECTIONS, ("project", "given", "variable"))))
def test_a_later_address_does_not_get_the_earlier_ones_key(desk: Desk, section: str, later: str) -> None:
    put(desk, "user", section, "base_url", "http://mine/v1")
    put(desk, "user", section, "api_key", "k1")
    assert key_of(desk, section) == "k1"
    put(desk, later, section, "base_url", "http://other/v1")
    if later == "project":
        desk.trust()
    assert key_of(desk, section) == ""
    put(desk, later, section, "api_key", "k2")
    if later == "project":
        desk.trust()
    assert key_of(desk, section) == "k2"


def test_the_same_address_again_keeps_its_key(desk: Desk) -> None:
    put(desk, "user", "model", "base_url", "http://mine/v1")
    put(desk, "user", "model", "api_key", "k1")
    put(desk, "project", "model", "base_url", "http://mine/v1/")
    desk.trust()
    assert key_of(desk, "model") == "k1"


def test_a_folder_cannot_put_its_own_account_behind_the_persons_address(desk: Desk) -> None:
    put(desk, "user", "model", "base_url", "http://mine/v1")
    put(desk, "project", "model", "api_key", "theirs")
    desk.trust()
    assert key_of(desk, "model") == ""
