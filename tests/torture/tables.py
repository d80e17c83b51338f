"""Chats with an open session each, reports in them, and the count of what became of every report."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, fields
from random import Random

from sqlalchemy import Engine, select

from bot.fake import Chat, FakeTelegram, Sent
from core.entry import Join, Seats
from storage.book import Address, Books
from storage.rows import AddressRow, EntryRow, EntryTextRow, table
from storage.verify import verify
from tests.book_evening import AT

PEOPLE = ("小明", "小红", "小刚", "小丽")
FANS = {"wuxi": ("碰碰和", "混一色", "清一色"), "nanjing": ("对对胡", "混一色", "清一色")}
ENTRIES, TEXTS, ADDRESSES = table(EntryRow), table(EntryTextRow), table(AddressRow)
_NUMBER = re.compile(r"#(\d+) ")
Message = tuple[int, int]  # the chat's id and the message's in Telegram


@dataclass
class Count:
    """What became of the reports; `repeated`: answers that came once more, `contradicted`: and said something
    else; `faults`: what `verify` found.
    """

    reports: int
    lost: int
    doubled: int
    unanswered: int
    repeated: int
    contradicted: int
    faults: int

    @property
    def sound(self) -> bool:
        """Whether every report counts once and is answered."""
        harmless = {"reports", "repeated"}
        return not any(getattr(self, field.name) for field in fields(self) if field.name not in harmless)


class Tables:
    """So many chats of one fake Telegram, in each of which one of the four at the table reports for all."""

    def __init__(self, fake: FakeTelegram, engine: Engine, chats: int, random: Random) -> None:
        self.fake, self.engine, self._random = fake, engine, random
        self.clerk = fake.user(PEOPLE[0])
        self.chats = [fake.group(f"桌{n}", self.clerk) for n in range(chats)]
        self.reports: list[Message] = []
        books = Books(engine)
        for n, chat in enumerate(self.chats):
            _seat(books, chat, self.clerk.id, list(FANS)[n % len(FANS)])

    def report(self) -> None:
        """One more hand, in any of the chats."""
        at = self._random.randrange(len(self.chats))
        fan = self._random.choice(FANS[list(FANS)[at % len(FANS)]])
        winner, loser = self._random.sample(PEOPLE, 2)
        how = self._random.choice(("自摸", f"点炮 {loser}"))
        text = f"{winner} {how} {fan} 花{self._random.randint(4, 8)}"
        message = self.fake.say(self.chats[at], self.clerk, text)
        self.reports.append((self.chats[at].id, message["message_id"]))

    def answers(self) -> dict[tuple[int, int], list[str]]:
        """What was said about each numbered entry: (Telegram's chat id, #no) → texts, in order."""
        found: dict[tuple[int, int], list[str]] = defaultdict(list)
        for sent in self.fake.sent:
            text = str(sent.message.get("text", ""))
            number = _NUMBER.match(text)
            if sent.chat is not None and number:
                found[sent.chat.id, int(number[1])].append(text)
        return found

    def answered(self) -> bool:
        """Whether there is an answer for every report."""
        return len(self.answers()) >= len(self.reports)

    def other_answers(self) -> list[Sent]:
        """What the bot said that is about no entry."""
        return [sent for sent in self.fake.sent if not _NUMBER.match(str(sent.message.get("text", "")))]

    def count(self) -> Count:
        """What became of all reports so far."""
        wanted = (
            select(TEXTS.c.telegram_id, TEXTS.c.message, ENTRIES.c.no)
            .join(
                ENTRIES,
                (ENTRIES.c.chat == TEXTS.c.chat)
                & (ENTRIES.c.session == TEXTS.c.session)
                & (ENTRIES.c.seq == TEXTS.c.seq),
            )
            .where(ENTRIES.c.no.is_not(None))
        )
        with self.engine.connect() as connection:
            rows = connection.execute(wanted).all()
        recorded = Counter((row.telegram_id, row.message) for row in rows)
        answers = self.answers()
        entries = {(row.telegram_id, row.no) for row in rows}
        return Count(
            reports=len(self.reports),
            lost=sum(not recorded[message] for message in self.reports),
            doubled=sum(recorded.values()) - len(recorded),
            unanswered=len(entries - answers.keys()) + len(answers.keys() - entries),
            repeated=sum(len(texts) - 1 for texts in answers.values()),
            contradicted=sum(len(set(texts)) - 1 for texts in answers.values()),
            faults=len(verify(self.engine)),
        )


def _seat(books: Books, chat: Chat, clerk: int, ruleset: str) -> None:
    with books.open(Address(chat.id), chat.title) as book:
        people = [book.people.add(name, clerk if name == PEOPLE[0] else None) for name in PEOPLE]
        session = book.sessions.begin(ruleset, {}, "不限", people[0].id, AT)
        for person in people:
            session.record(Join(person.key), people[0].id, AT)
        a, b, c, d = (person.key for person in people)
        session.record(Seats((a, b, c, d)), people[0].id, AT)
