"""/dice: two throws of two dice, for the first dealer or for where the wall is broken."""

from random import SystemRandom

from bot.desk import Desk
from bot.dispatch import Ask, Reply, Say
from bot.phrases import unread
from bot.texts import words
from core.hand import Player
from storage.book import Book

Throw = tuple[int, int]
STACKS = 18  # of a side of the wall
SUMMED = ("nanjing",)  # where both throws together tell how many stacks are passed over
_random = SystemRandom()


def dice(ask: Ask, book: Book) -> Reply:
    """/dice"""
    if ask.text.strip():
        raise unread("bad_arguments", piece=ask.text.strip())
    texts, throws = words(book.lang).play, (_throw(), _throw())
    first, second = (texts.throw(order, throw) for order, throw in enumerate(throws))
    sums = sum(throws[0]), sum(throws[1])
    desk = Desk(ask, book, book.session) if book.session is not None else None
    seats = desk.state.seats if desk else None
    if desk and seats is None:
        return Reply((Say("\n".join(_first_dealer(desk, sums, first, second))),))
    place = (sums[0] - 1) % 4  # counted from the dealer, who is one
    if desk and seats:
        dealer = desk.state.dealer
        where = texts.whose_wall(desk.name(seats[dealer]), desk.name(seats[(dealer + place) % 4]))
    else:
        where = texts.nobody(place)
    both = (desk.session.ruleset if desk else book.setting("ruleset")) in SUMMED
    stacks = sum(sums) if both else sums[1]
    lines = [first, where, second, texts.after(stacks, both, stacks > STACKS)]
    return Reply((Say("\n".join(lines)),))


def _first_dealer(desk: Desk, sums: tuple[int, int], first: str, second: str) -> list[str]:
    """The first throw, counted from who joined first, tells who throws the second, and that one who deals."""
    people: tuple[Player, ...] = desk.session.members
    if not people:
        return [first, second]
    thrower = (sums[0] - 1) % len(people)
    dealer = (thrower + sums[1] - 1) % len(people)
    play, names = desk.words.play, desk.names(people)
    return [
        first,
        play.second_thrower(names[0], names[thrower]),
        second,
        play.first_dealer(names[thrower], names[dealer]),
    ]


def _throw() -> Throw:
    return _random.randint(1, 6), _random.randint(1, 6)
