"""Greeting newcomers, and help by topic."""

from bot.buttons import Forged, button, in_rows, parts
from bot.dispatch import Ask, Button, Reply, Say
from bot.phrases import unread
from bot.texts import Catalogue, spoken, words
from storage.book import Book


def start(ask: Ask, book: Book) -> Reply:
    """/start, and the bot coming into a group."""
    texts = words(book.lang)
    guide = texts.help
    lines = [guide.greeting()]
    if ask.private:
        lines.append(guide.in_private())
    else:
        lines += [guide.hears_all() if ask.hears_all else guide.hears_commands(), guide.how_to_begin()]
    row = [button(texts.labels.help, "help", "")]
    if not ask.private and book.session is None:
        row.insert(0, button(texts.labels.new, "ask", ""))
    return Reply((Say("\n".join(lines), (tuple(row),)),))


def show(ask: Ask, book: Book) -> Reply:
    """/help [topic]"""
    texts = words(book.lang)
    wanted = ask.text.strip().removeprefix("/").lower()
    if not wanted:
        return Reply((Say(texts.help.topics_head(), _topics(texts)),))
    topic = next((key for key, title in texts.help.topics.items() if wanted in (key, title.lower())), None)
    if topic is not None:
        return Reply((Say(_topic(texts, topic), _topics(texts)),))
    spoken_name = next((name for name, said in spoken.COMMAND_WORDS.items() if wanted in said), wanted)
    if spoken_name in texts.commands.about:
        return Reply((Say(_line(texts, spoken_name)),))
    raise unread("bad_arguments", piece=ask.text.strip())


def tap_help(ask: Ask, book: Book) -> Reply:
    """A topic was chosen: the message turns its page."""
    texts = words(book.lang)
    (topic,) = parts(ask, 1)
    if not topic:
        return Reply((Say(texts.help.topics_head(), _topics(texts)),))
    if topic not in texts.help.topics:
        raise Forged(ask.tap)
    return Reply((Say(_topic(texts, topic), _topics(texts), edit=True, at_message=ask.message_id),))


def _topics(texts: Catalogue) -> tuple[tuple[Button, ...], ...]:
    buttons = [button(title, "help", key) for key, title in texts.help.topics.items()]
    return in_rows(buttons, 4)


def _topic(texts: Catalogue, topic: str) -> str:
    from bot.commands import COMMANDS  # the table names this module

    lines = [_line(texts, command.name) for command in COMMANDS if command.topic == topic]
    if topic in texts.help.notes:
        lines.append(texts.help.notes[topic])
    return texts.help.topic(texts.help.topics[topic], lines)


def _line(texts: Catalogue, name: str) -> str:
    about = texts.commands.about[name]
    return texts.help.line(name, about.menu, " ".join(spoken.COMMAND_WORDS.get(name, ())), about.example)
