"""Tables that fill themselves."""

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


def test_a_table_that_was_emptied_begins_again() -> None:
    kept = Kept(lambda number: -number, most=3, first=lambda: {1: 10})
    assert [kept[number] for number in (2, 3, 4, 1, 5, 1)] == [-2, -3, -4, 10, -5, 10]


def test_a_table_does_not_grow_without_end() -> None:
    kept = Kept(lambda number: -number, most=10)
    for number in range(1000):
        assert kept[number] == -number
        assert len(kept) <= 10
