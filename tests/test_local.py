"""The local chat: its lines, its output, its ways in; the bot is a small echo."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import select
import subprocess
import sys
import termios
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from telegram import Bot, CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message, Update
from telegram.request import BaseRequest

from bot.local import chat
from bot.texts import ZH
from bot.texts.local import PROMPT

TEXTS = ZH.terminal
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


class Echo:
    """A bot that says what it heard, in which the first word chooses how."""

    def __init__(self, request: BaseRequest) -> None:
        self.bot = Bot("1:A", request=request, get_updates_request=request)
        self.offset = 0

    async def start(self) -> None:
        await self.bot.initialize()

    async def stop(self) -> None:
        await self.bot.shutdown()

    async def drain(self) -> None:
        while updates := await self.bot.get_updates(offset=self.offset, timeout=0):
            for update in updates:
                await self.answer(update)
                self.offset = update.update_id + 1

    async def answer(self, update: Update) -> None:
        if query := update.callback_query:
            await self.tapped(query)
        elif message := update.edited_message:
            await message.reply_text(f"edited {message.text}")
        elif message := update.message:
            await self.heard(message)

    async def tapped(self, query: CallbackQuery) -> None:
        await query.answer(f"toast {query.data}")
        if query.data == "gone":
            await query.delete_message()
        elif query.data == "off":
            await query.edit_message_reply_markup()
        elif query.data != "dead":
            await query.edit_message_text(f"pressed {query.data}", reply_markup=buttons("dead"))

    async def heard(self, message: Message) -> None:
        text, author = message.text or "", message.from_user
        assert author
        match text.split()[0]:
            case "buttons":
                await message.reply_text(
                    "<b>a &amp; b</b>\nc", parse_mode="HTML", reply_markup=buttons(*text.split()[1:])
                )
            case "picture":
                await message.reply_photo(PIXEL, caption="one\ntwo", reply_markup=buttons("ok"))
            case "file":
                await message.reply_document(b"a,b", filename="sums.csv")
            case "who":
                member = await message.chat.get_member(author.id)
                await message.reply_text(f"{author.first_name} {member.status} {message.chat.type}")
            case _:
                await message.reply_text(f"heard {text}")


def buttons(*labels: str) -> InlineKeyboardMarkup:
    """Rows of two buttons; a label that is a link opens it."""
    keys = [
        InlineKeyboardButton(label, url=label)
        if label.startswith("http")
        else InlineKeyboardButton(label, callback_data=label)
        for label in labels
    ]
    return InlineKeyboardMarkup([keys[at : at + 2] for at in range(0, len(keys), 2)])


def play(script: str | Iterable[str], tmp_path: Path) -> list[str]:
    """What the local chat prints, without the echo of the lines that have a speaker."""
    lines = script.splitlines(keepends=True) if isinstance(script, str) else script
    out = io.StringIO()
    assert asyncio.run(chat(Echo, lines, out, pictures=tmp_path / "pictures")) == 0
    return out.getvalue().splitlines()


def answers(script: str, tmp_path: Path) -> list[str]:
    """The lines that are not the script's own."""
    own = script.splitlines()
    rest = []
    for line in play(script, tmp_path):
        if own and line == own[0]:
            own.pop(0)
        else:
            rest.append(line)
    assert not own
    return rest


def test_a_transcript_reads_as_a_conversation(tmp_path: Path) -> None:
    script = "# an evening\n\n小明: buttons 撤销 改 明细\n小红: [改]\n"
    assert play(script, tmp_path) == [
        "# an evening",
        "",
        "小明: buttons 撤销 改 明细",
        "bot: a & b",
        "  c",
        "  [撤销] [改]",
        "  [明细]",
        "小红: [改]",
        "bot → 小红: toast 改",
        "bot (改): pressed 改",
        "  [dead]",
    ]


def test_chats_are_named_as_in_the_input(tmp_path: Path) -> None:
    script = (
        "小明: who\n小红: who\n小红 @私聊: who\n[群B] 小红: who\n[群B] 小明： buttons x\n[群B] 小明: [x]\n"
    )
    assert answers(script, tmp_path) == [
        "bot: 小明 creator supergroup",  # the first speaker of a group is its admin
        "bot: 小红 member supergroup",
        "@小红 bot: 小红 member private",
        "[群B] bot: 小红 creator supergroup",
        "[群B] bot: a & b",
        "  c",
        "  [x]",
        "[群B] bot → 小明: toast x",
        "[群B] bot (改): pressed x",
        "  [dead]",
    ]


def test_a_line_that_begins_with_blanks_continues_the_message(tmp_path: Path) -> None:
    assert answers("小明: one\n  two\n　three\n小红: four", tmp_path) == [
        "bot: heard one",
        "  two",
        "  three",
        "bot: heard four",
    ]


def test_a_continuation_that_comes_late_edits_the_message(tmp_path: Path) -> None:
    assert answers("小明: one\n# meanwhile\n  two", tmp_path) == [
        "bot: heard one",
        "bot: edited one",
        "  two",
    ]


def test_carets_edit_earlier_messages(tmp_path: Path) -> None:
    script = "小明: one\n小明: two\n小红: three\n小明: ^ TWO\n小明: ^^ ONE\n  MORE\n小明: ^^^ none\n小红: ^ THREE\n"
    assert answers(script, tmp_path)[3:] == [
        "bot: edited TWO",
        "bot: edited ONE",
        "  MORE",
        TEXTS.nothing_to_edit("小明"),
        "bot: edited THREE",
    ]


def test_the_newest_button_with_a_label_is_tapped(tmp_path: Path) -> None:
    script = "小明: buttons a b\n小明: buttons b c\n小明: [b]\n小明: [a]\n小明: [c]\n[群B] 小明: [a]\n"
    shown = answers(script, tmp_path)[6:]
    assert shown == [
        "bot → 小明: toast b",
        "bot (改): pressed b",
        "  [dead]",
        "bot → 小明: toast a",
        "bot (改): pressed a",
        "  [dead]",
        TEXTS.no_button("c", ["dead"]),  # the edit took it away
        TEXTS.no_button("a", []),  # another group's button
    ]


def test_buttons_that_vanish_and_links(tmp_path: Path) -> None:
    script = "小明: buttons off https://example.org\n小明: [https://example.org]\n小明: [off]\n小明: buttons gone\n小明: [ gone ]\n小明: [gone]\n"
    assert answers(script, tmp_path) == [
        "bot: a & b",
        "  c",
        "  [off] [https://example.org]",
        TEXTS.link("https://example.org", "https://example.org"),
        "bot → 小明: toast off",
        "bot (改): a & b …",
        "bot: a & b",
        "  c",
        "  [gone]",
        "bot → 小明: toast gone",
        "bot (删): a & b …",
        TEXTS.no_button("gone", []),
    ]


def test_pictures_and_files_are_written(tmp_path: Path) -> None:
    *said, picture, _, file = answers("小明: picture\n小明: file", tmp_path)
    assert said == ["bot: one", "  two", "  [ok]"]
    assert picture.startswith("  <picture ")
    path = Path(picture.removeprefix("  <picture ").removesuffix(">"))
    assert path.parent == tmp_path / "pictures"
    assert path.read_bytes() == PIXEL
    assert Path(file.removeprefix("  <file ").removesuffix(">")).read_bytes() == b"a,b"


def test_a_line_without_a_speaker_is_said_by_the_last_one(tmp_path: Path) -> None:
    assert answers("who", tmp_path) == [f"bot: {TEXTS.first_speaker} creator supergroup"]
    assert answers("小红 @私聊: hi\nwho\n", tmp_path)[1:] == ["@小红 bot: 小红 member private"]
    assert answers("小红: hi\n/set 1:2\n", tmp_path)[1:] == ["bot: heard /set 1:2"]


def test_lines_that_say_nothing_are_explained(tmp_path: Path) -> None:
    assert answers("小明:\n", tmp_path) == [TEXTS.nothing_said("小明")]
    assert answers(f"小明: {'x' * 4097}\n", tmp_path) == [TEXTS.too_long(4096)]


def test_a_person_and_a_group_keep_their_ids_and_messages_do_not(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    numbers: list[int] = []

    class Witness(Echo):
        async def heard(self, message: Message) -> None:
            assert message.from_user
            seen.append((message.from_user.id, message.chat.id))
            numbers.append(message.message_id)

    for script in (["小明: a", "小红: a"], ["小红: a", "小明: a"]):
        asyncio.run(chat(Witness, script, io.StringIO(), pictures=tmp_path))
    assert seen[:2] == seen[:1:-1]
    assert len(set(numbers)) == 4


def test_an_unreadable_script_is_not_swallowed(tmp_path: Path) -> None:
    def lines() -> Iterator[str]:
        yield "小明: a"
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    with pytest.raises(UnicodeDecodeError):
        play(lines(), tmp_path)


CHILD = """
import asyncio, fcntl, signal, sys, termios
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins without it
from bot.local import chat
from tests.test_local import Echo
lines = sys.stdin
if sys.stdin.isatty():
    lines = None
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that the terminal's Ctrl-C reaches this process
sys.exit(asyncio.run(chat(Echo, lines, sys.stdout, pictures=Path("pictures"))))
"""
ROOT = Path(__file__).parent.parent


def test_a_live_pipe_is_answered_before_the_next_line() -> None:
    command = [sys.executable, "-c", CHILD]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as child:
        assert child.stdin
        assert child.stdout
        for word in ("one", "two"):
            child.stdin.write(f"小明: {word}\n")
            child.stdin.flush()
            assert child.stdout.readline() == f"小明: {word}\n"
            assert child.stdout.readline() == f"bot: heard {word}\n"
        child.stdin.close()
        assert child.wait() == 0


@pytest.mark.parametrize("key", [b"\x04", b"\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_the_terminal_greets_answers_and_lets_go(key: bytes) -> None:
    terminal, inner = pty.openpty()
    before = termios.tcgetattr(terminal)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        cwd=ROOT,
        stdin=inner,
        stdout=inner,
        stderr=inner,
        start_new_session=True,
    )
    read = b""

    def until(text: str) -> None:
        nonlocal read
        while text.encode() not in read:
            assert select.select([terminal], [], [], 20)[0], read.decode()
            read += os.read(terminal, 1000)
        read = read.partition(text.encode())[2]

    try:
        until(TEXTS.greeting().splitlines()[-1])
        until(PROMPT)
        os.write(terminal, "小红: hello\r".encode())
        until("bot: heard hello")
        until(PROMPT)
        os.write(terminal, b"who\r")
        until("bot: 小红 creator supergroup")
        until(PROMPT)
        os.write(terminal, key)
        until(TEXTS.bye)
        assert child.wait(20) == 0
        assert termios.tcgetattr(terminal) == before  # readline leaves the terminal as it found it
    finally:
        child.kill()
        child.wait()
        os.close(terminal)
        os.close(inner)
