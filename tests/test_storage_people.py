"""Names and who they mean (5-product §4)."""

import pytest

from storage.book import Book, Books
from storage.names import clean_name
from storage.people import Person, person_id
from tests.book_evening import TABLE, play


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("小明", "小明"),
        ("  小  明 ", "小 明"),
        ("小\u200b明\u202e", "小明"),
        ("\u2066小明\u2069", "小明"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",) * 2,
        ("小明\u200d", "小明"),
        ("😀\u200d", "😀"),
        ("小\ufe0f明", "小明"),
        ("\u3164", ""),
        ("\u200b\u200d", ""),
        ("小\n明\0", "小 明"),
        ("长" * 40, "长" * 32),
        ("👨\u200d👩\u200d👧" * 33, "👨\u200d👩\u200d👧" * 32),
    ],
)
def test_names_are_cleaned_and_emoji_kept_whole(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_a_pile_of_accents_is_cut() -> None:
    assert len(clean_name("z" + "\u0301" * 500)) <= 16


def test_matching_goes_from_exact_to_prefix(books: Books) -> None:
    with books.open(TABLE) as book:
        people = book.people
        ming = people.add("小明", account=1, username="ming")
        mings = people.add("小明珠")
        hong = people.add("小红", username="Xiaohong")
        assert people.add_alias(hong, "明明") is not None
        assert names(book, "小明") == ["小明"]
        assert names(book, "明明") == ["小红"]
        assert names(book, "@MING") == ["小明"]
        assert names(book, "小明珠") == ["小明珠"]
        assert names(book, "小") == ["小明", "小明珠", "小红"]  # ambiguous
        assert names(book, "@xiao") == ["小红"]
        assert names(book, "明珠") == []
        assert (people.named("小明"), people.named("小")) == (ming, None)
        assert people.named("小明珠") == mings


def names(book: Book, text: str) -> list[str]:
    return [person.name for person in book.people.find(text)]


def test_traditional_and_full_width_names_are_the_same(books: Books) -> None:
    with books.open(TABLE) as book:
        book.people.add("陈东ABC")
        assert names(book, "陳東ａｂｃ") == ["陈东ABC"]


def test_two_of_one_first_name_are_numbered(books: Books) -> None:
    with books.open(TABLE) as book:
        added = [book.people.add("小明", account=n).name for n in (1, 2, 3)]
        assert added == ["小明", "小明2", "小明3"]
        assert book.people.add("长" * 32).name == "长" * 32
        assert book.people.add("长" * 32).name == "长" * 31 + "2"
        with pytest.raises(ValueError, match="known"):
            book.people.add("谁", account=1)
        with pytest.raises(ValueError, match="nothing to see"):
            book.people.add("\u200b")


def test_a_person_who_renames_stays_the_same(books: Books) -> None:
    with books.open(TABLE) as book:
        ming = book.people.add("小明", account=1)
    with books.open(TABLE) as book:
        renamed = book.people.rename(book.people.get(ming.id), "大明")
        assert (renamed.id, renamed.account) == (ming.id, 1)
        assert book.people.add("小明").name == "小明"
        assert book.people.rename(renamed, "小明").name == "小明2"
        assert book.people.rename(book.people.get(ming.id), "小明2").name == "小明2"


def test_an_account_takes_a_bare_name(books: Books) -> None:
    with books.open(TABLE) as book:
        bare = book.people.add("小明")
        assert book.people.link(bare, 7, "ming") == Person(bare.id, "小明", 7, "ming")
        assert book.people.by_account(7) == Person(bare.id, "小明", 7, "ming")
        with pytest.raises(ValueError, match="another account"):
            book.people.link(book.people.get(bare.id), 8)


def test_an_account_with_a_record_takes_the_bare_one_in(books: Books) -> None:
    a, *_ = play(books)
    with books.open(TABLE) as book:
        own = book.people.add("阿甲", account=7)
        book.people.link(book.people.of(a), 7)
        assert book.people.of(a) == book.people.by_account(7) == own
        session = book.session
        assert session is not None
        assert session.member(own.id) == a
        assert session.names()[a] == "阿甲"
        gone = book.people.record(person_id(a))
        assert gone not in book.people.all()
        assert book.people.unmerge(gone).name == "甲"
        assert book.people.of(a).name == "甲"


def test_merging_in_a_ring_is_refused(books: Books) -> None:
    with books.open(TABLE) as book:
        one, two, three = (book.people.add(name) for name in ("一", "二", "三"))
        book.people.merge(one, two)
        book.people.merge(book.people.get(two.id), three)
        assert book.people.get(one.id).id == three.id
        with pytest.raises(ValueError, match=r"p3 is p1|p3 is p3"):
            book.people.merge(book.people.get(three.id), book.people.record(one.id))


def test_aliases_are_unique_in_the_chat(books: Books) -> None:
    with books.open(TABLE) as book:
        ming, hong = book.people.add("小明"), book.people.add("小红")
        assert book.people.add_alias(ming, "老大") is not None
        assert book.people.add_alias(hong, "老大") is None
        assert book.people.add_alias(hong, "小明") is None
        assert book.people.add("老大").name == "老大2"
        dropped = book.people.drop_alias("老大")
        assert dropped is not None
        assert dropped.aliases == ()
    with books.open(TABLE) as book:
        assert book.people.drop_alias("老大") is None


def test_the_username_follows_the_account(books: Books) -> None:
    with books.open(TABLE) as book:
        book.people.add("小明", account=2**40, username="old")
    with books.open(TABLE) as book:
        seen = book.people.see(2**40, "new")
        assert seen is not None
        assert seen.username == "new"
        assert book.people.see(5, "who") is None
    with books.open(TABLE) as book:
        assert names(book, "@new") == ["小明"]
        assert names(book, "@old") == []
