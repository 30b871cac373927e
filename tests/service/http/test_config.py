"""The settings: one list, three sources, one line for what is wrong.

Planted once and caught here: the environment over flags, an unknown key in the file that is
ignored, a setting without its row in the docs, a port in quotes, a text in the place of a list.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from pathlib import Path

import pytest

from casinowar.errors import InputError
from casinowar.service.http.settings import (
    SETTINGS,
    Config,
    Setting,
    _Sources,
    config_table,
    read_config,
)

DOCS = Path(__file__).parents[3] / "docs" / "serve.md"


def file_with(folder: Path, text: str) -> Path:
    path = folder / "casinowar.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_setting_is_in_the_list_once_with_help() -> None:
    assert [setting.name for setting in SETTINGS] == [part.name for part in fields(Config)]
    assert all(setting.help and setting.metavar for setting in SETTINGS)
    assert len({setting.variable for setting in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_default_is_a_value_that_the_setting_accepts(setting: Setting) -> None:
    default = getattr(Config(), setting.name)
    if default != "":
        assert setting.parse(default) == default


def test_flags_beat_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    file = file_with(tmp_path, 'port = 1\nhost = "::1"\norigins = ["https://a.example"]\n')
    env = {"CASINOWAR_PORT": "2", "CASINOWAR_SECURE_COOKIES": "yes"}
    config = read_config({"port": "3", "open": True, "host": None}, env, file)
    assert (config.port, config.host, config.secure_cookies) == (3, "::1", True)
    assert config.origins == ("https://a.example",)
    assert read_config({}, env, file).port == 2
    assert read_config({}, {}, file).port == 1
    assert read_config({}, {}, None) == Config()


def test_the_environment_can_name_the_file(tmp_path: Path) -> None:
    file = file_with(tmp_path, "port = 1\n")
    assert read_config({}, {"CASINOWAR_CONFIG": str(file)}).port == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "prot: is not a known field; did you mean port?"),
        ("port = true", "port: True is not a whole number"),
        ("port = 1.5", "port: 1.5 is not a whole number"),
        ("port = -1", "port: -1 is not from 0 to 65535"),
        ("host = 1", "host: 1 is not text on one line"),
        ('host = "a\\nb"', "host: 'a\\nb' is not text on one line"),
        ('origins = ["evil"]', "origins: 'evil' is not an origin like"),
        ('origins = ["https://a.example/"]', "is not an origin like"),
        ('origins = ["https://a.example", ""]', "origins: '' is not an origin like"),
        ("origins = [1]", "origins: 1 is not text on one line"),
        ('origins = "evil"', "origins: 'evil' is not a list"),
        ('origins = "https://a.example"', "origins: this address is not a list"),
        ('trusted_proxies = "127.0.0.1"', "trusted_proxies: '127.0.0.1' is not a list"),
        ("trusted_proxies = { a = 1 }", "trusted_proxies: {'a': 1} is not a list"),
        ("installation = 1.5", "installation: 1.5 is not a text of 1 to 63"),
        ('host = ""', "host: is empty"),
        ("log_level = 1", "log_level: 1 is not one of debug"),
        ('trusted_proxies = ["10.0.0.0/33"]', "is not an address or a network"),
        ('installation = "A b"', "installation: 'A b' is not"),
        ('secure_cookies = "maybe"', "secure_cookies: 'maybe' is not true or false"),
        ('port = "8000"', "port: write 8000, not '8000'"),
        ('secure_cookies = "yes"', "secure_cookies: write true, not 'yes'"),
        ("secure_cookies = 0", "secure_cookies: write false, not 0"),
        ("port = ", "is not valid TOML"),
    ],
)
def test_what_is_wrong_in_the_file_is_one_line(tmp_path: Path, text: str, says: str) -> None:
    file = file_with(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_config({}, {}, file)
    assert says in str(caught.value)
    assert str(file) in str(caught.value)


WRONG: dict[str, tuple[object, ...]] = {  # values of other types than that of the default
    "text": (5, 1.5, True, date(2026, 1, 1), ["a"], {"a": "b"}),
    "whole number": (1.5, True, "5", date(2026, 1, 1), [5], {"a": 5}, float("nan")),
    "true or false": (1, 0.0, "true", date(2026, 1, 1), [True], {"a": True}),
    "list": ("127.0.0.1", 5, 1.5, True, date(2026, 1, 1), {"a": "b"}, [5], [["127.0.0.1"]]),
}
KINDS = {str: "text", int: "whole number", bool: "true or false", tuple: "list"}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_no_setting_of_the_file_takes_a_value_of_another_type(setting: Setting) -> None:
    for wrong in WRONG[KINDS[type(getattr(Config(), setting.name))]]:
        with pytest.raises(InputError) as caught:
            _Sources().take_written(setting, wrong, f"file: {setting.name}")
        assert str(caught.value).startswith(f"file: {setting.name}: ")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "written", "says"),
    [
        ("port", "80 80", "'80 80' is not a whole number"),
        ("port", "８０", "is not a whole number"),
        ("port", "1e3", "'1e3' is not a whole number"),
        ("secure_cookies", "on", "'on' is not true or false"),
        ("origins", "https://a.example;https://b.example", "is not an origin like"),
        ("trusted_proxies", "localhost", "'localhost' is not an address or a network"),
        ("log_level", "INFO", "'INFO' is not one of debug, info, warning, error"),
        ("installation", "a b", "'a b' is not a text of 1 to 63"),
        ("host", " ", "is empty"),
    ],
)
def test_what_is_wrong_elsewhere_is_one_line(name: str, written: str, says: str) -> None:
    [setting] = [setting for setting in SETTINGS if setting.name == name]
    for flags, env, where in (
        ({name: written}, {}, setting.flag),
        ({}, {setting.variable: written}, setting.variable),
    ):
        with pytest.raises(InputError) as caught:
            read_config(flags, env)
        assert str(caught.value).startswith(f"{where}: ")
        assert says in str(caught.value)


def test_lists_have_commas_outside_the_file() -> None:
    env = {"CASINOWAR_TRUSTED_PROXIES": "10.0.0.0/8, ::1,"}
    assert read_config({}, env).trusted_proxies == ("10.0.0.0/8", "::1")


def test_a_misspelled_variable_is_one_line() -> None:
    with pytest.raises(InputError) as wrong:
        read_config({}, {"CASINOWAR_PROT": "1", "HOME": "/"})
    assert str(wrong.value) == (
        "CASINOWAR_PROT: there is no such setting; did you mean CASINOWAR_PORT?"
    )


def test_where_the_data_is() -> None:
    assert Config(data_folder="/x").database_url() == "sqlite:////x/casinowar.db"
    assert Config(data_folder="/x").key_path() == Path("/x/casinowar.db.keys")
    assert Config(database="sqlite:///y/z.db").key_path() == Path("y/z.db.keys")
    far = Config(database="postgresql://h/d", data_folder="/x")
    assert far.key_path() == Path("/x/sealing.keys")
    assert Config(database="sqlite:///y", key_file="/k").key_path() == Path("/k")


def test_the_docs_have_the_table_of_all_settings() -> None:
    assert config_table() in DOCS.read_text(encoding="utf-8"), (
        "copy the output of: python -m casinowar.service.http.settings"
    )


@pytest.mark.parametrize("name", ["port", "installation", "secure_cookies", "log_level"])
def test_an_address_in_the_wrong_place_is_not_shown(name: str) -> None:
    with pytest.raises(InputError) as caught:
        read_config({name: "postgresql://bo:secret@127.0.0.1/x"}, {})
    assert "secret" not in str(caught.value)
    with pytest.raises(InputError) as caught:
        read_config({"database": ["postgresql://bo:secret@127.0.0.1/x"]}, {})
    assert "secret" not in str(caught.value)
