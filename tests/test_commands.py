"""The table of commands: every row has its words, its help, its example; every handler can be reached."""

import pytest

from bot.app import BY_WORD, App
from bot.buttons import LIMIT
from bot.commands import COMMANDS, Command
from bot.dispatch import Ask
from bot.readers import READERS
from bot.taps import TAPS
from bot.texts import CATALOGUES, Catalogue, spoken

EACH = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
LANGUAGES = pytest.mark.parametrize("texts", CATALOGUES.values(), ids=list(CATALOGUES))


def ask(text: str, command: str | None = None, **more: object) -> Ask:
    from datetime import UTC, datetime

    values = {"kind": "message", "key": "m1:1", "at": datetime(2026, 1, 1, tzinfo=UTC), "chat_id": -1}
    return Ask(**{**values, "text": text, "command": command, **more})  # type: ignore[arg-type]


@EACH
@LANGUAGES
def test_a_command_has_a_menu_text_and_an_example(command: Command, texts: Catalogue) -> None:
    about = texts.commands.about[command.name]
    assert 3 <= len(about.menu) <= 256
    assert about.example.startswith(f"/{command.name}")
    assert command.topic in texts.help.topics


@LANGUAGES
def test_no_text_is_without_a_command(texts: Catalogue) -> None:
    assert set(texts.commands.about) == {command.name for command in COMMANDS}
    assert set(texts.help.topics) == {command.topic for command in COMMANDS}


@EACH
def test_a_command_has_its_route(command: Command) -> None:
    route = App().route(ask("", command.name))
    assert route is not None
    assert route.name == command.name


def test_names_and_words_are_unique() -> None:
    names = [command.name for command in COMMANDS]
    words = [word for said in spoken.COMMAND_WORDS.values() for word in said]
    assert len(set(names)) == len(names)
    assert len(set(words)) == len(words)


def test_words_belong_to_commands() -> None:
    assert set(spoken.COMMAND_WORDS) <= {command.name for command in COMMANDS}


@pytest.mark.parametrize("word", BY_WORD)
def test_a_word_leads_to_its_command(word: str) -> None:
    route = App().route(ask(f"{word} x"))
    assert route is not None
    assert route.name == BY_WORD[word].name


@pytest.mark.parametrize("text", ["你好", "今天几点", "点个外卖吧", "", "😀"])
def test_talk_has_no_route(text: str) -> None:
    assert App().route(ask(text)) is None


@pytest.mark.parametrize("name", ["end", "undo", "new", "join", "fix"])
def test_an_edited_command_does_not_run_again(name: str) -> None:
    route = App().route(ask("", name, edited=True))
    assert route is not None
    assert route.name == "edit"  # which tells that a report was edited into something else


@pytest.mark.parametrize("name", READERS)
def test_what_is_read_is_a_command(name: str) -> None:
    assert name in {command.name for command in COMMANDS}


@pytest.mark.parametrize("data", ["", "nonsense", "undo:1:2", "undo:😀", "paid:1:2:3:4:5", ":"])
def test_forged_taps_have_no_route_or_do_no_harm(data: str) -> None:
    route = App().route(ask("", kind="tap", tap=data))
    assert route is None or route.name in TAPS


def test_verbs_leave_room_for_what_they_are_about() -> None:
    assert max(len(verb) for verb in TAPS) < LIMIT // 4
