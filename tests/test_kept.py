"""Tables that fill themselves."""

from concurrent.futures import ThreadPoolExecutor

from core.kept import Kept


def test_a_thing_is_worked_out_once() -> None:
    asked: list[int] = []

    def square(number: int) -> int:
        asked.append(number)
        return number * number

    kept = Kept(square)
    assert [kept[3], kept[3], kept[4]] == [9, 9, 16]
    assert asked == [3, 4]


def test_a_table_begins_with_what_is_known_already() -> None:
    asked: list[int] = []
    kept = Kept(lambda number: asked.append(number) or number, first=lambda: {1: 10, 2: 20})
    assert [kept[2], kept[5], kept[1], kept[5]] == [20, 5, 10, 5]
    assert asked == [5]


def test_what_a_table_began_with_stays_when_all_others_are_dropped() -> None:
    kept = Kept(lambda number: -number, most=4, first=lambda: {1: 10, 2: 20})
    for number in range(3, 100):
        assert kept[number] == -number
        assert (kept.get(1), kept.get(2)) == (10, 20)
        assert kept.begun_with() == [(1, 10), (2, 20)]
        assert len(kept) <= 4


def test_threads_that_fill_a_table_take_nothing_from_what_it_began_with() -> None:
    laid = dict.fromkeys(range(2000), 1)
    kept = Kept(lambda number: 0, most=2010, first=lambda: laid)

    def wrong(seed: int) -> list[int]:
        return [n for n in range(20_000) if kept[10_000 + 7 * seed * n] or not kept.get(n % 2000)]

    with ThreadPoolExecutor(8) as threads:
        assert not any(threads.map(wrong, range(1, 9)))
    assert len(kept.begun_with()) == 2000


def test_a_table_does_not_grow_without_end() -> None:
    kept = Kept(lambda number: -number, most=10)
    for number in range(1000):
        assert kept[number] == -number
        assert len(kept) <= 10
