"""Inline queries: `@bot 算 甲 自摸 …` in any chat is /calc, and the answer is sent by whoever asked."""

from dataclasses import replace

from bot.dispatch import Ask, InlineAnswer, Reply
from bot.handlers.pricing import priced
from bot.texts import spoken, words
from bot.texts.layout import code, esc, plain
from bot.wording import with_names
from core.errors import Mistake
from storage.book import Book


def answer(ask: Ask, book: Book) -> Reply:
    """The price of the report that was typed, or what is wrong with it."""
    texts = words(book.lang)
    text = ask.text.strip()
    for word in (*spoken.COMMAND_WORDS["calc"], spoken.PRICE, "/calc", "calc"):
        if text.startswith(word):
            text = text.removeprefix(word).strip()
            break
    if not text:
        example = texts.commands.about["calc"].example.removeprefix("/calc").strip()
        return _one(texts.play.inline_title(), code(example), example)
    try:
        html = priced(replace(ask, text=text), book)
    except Mistake as wrong:
        names = book.session.names() if book.session else {}
        problems = [with_names(problem, names) for problem in wrong.problems]
        refusal = texts.mistakes.message(Mistake(problems))
        return _one(texts.play.inline_unread(), esc(f"{text}\n{refusal}"), refusal)
    lines = [plain(line) for line in html.splitlines()]
    return _one(lines[0], f"{code(text)}\n{html}", lines[-1])


def _one(title: str, text: str, description: str) -> Reply:
    return Reply(inline=(InlineAnswer(title, text, description),))
