"""/dice: two throws of two dice, for the first dealer or for where the wall is broken."""

from random import SystemRandom

from bot import plates
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
    throws = _throw(), _throw()
    sums = sum(throws[0]), sum(throws[1])
    desk = Desk(ask, book, book.session) if book.session is not None else None
    said = _first_dealer(desk, sums) if desk and desk.state.seats is None else _wall(book, desk, sums)
    play = words(book.lang).play
    lines = [line for order, throw in enumerate(throws) for line in (play.throw(order, throw), said[order])]
    captions = [play.points(sum(throw)) for throw in throws]
    picture = plates.thrown(play.dice_title(), throws, captions, said)
    return Reply((Say("\n".join(lines), picture=picture),))


def _wall(book: Book, desk: Desk | None, sums: tuple[int, int]) -> tuple[str, str]:
    """The first throw, counted from the dealer, tells whose wall; then after how many stacks."""
    play, place = words(book.lang).play, (sums[0] - 1) % 4
    where = play.nobody(place)
    if desk and desk.state.seats:
        seats, dealer = desk.state.seats, desk.state.dealer
        where = play.whose_wall(desk.name(seats[dealer]), desk.name(seats[(dealer + place) % 4]))
    both = (desk.session.ruleset if desk else book.setting("ruleset")) in SUMMED
    stacks = sum(sums) if both else sums[1]
    return where, play.after(stacks, both, stacks > STACKS)


def _first_dealer(desk: Desk, sums: tuple[int, int]) -> tuple[str, str]:
    """The first throw, counted from who joined first, tells who throws the second, and that one who deals."""
    people: tuple[Player, ...] = desk.session.members
    play = desk.words.play
    if not people:
        return play.nobody((sums[0] - 1) % 4), play.nobody((sums[1] - 1) % 4)
    thrower = (sums[0] - 1) % len(people)
    dealer = (thrower + sums[1] - 1) % len(people)
    names = desk.names(people)
    return play.second_thrower(names[0], names[thrower]), play.first_dealer(names[thrower], names[dealer])


def _throw() -> Throw:
    return _random.randint(1, 6), _random.randint(1, 6)
