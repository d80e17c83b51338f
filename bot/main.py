"""The command `quezhang`; each subcommand imports only what it needs, so that it starts at once."""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.texts import cli

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from telegram.request import BaseRequest

    from bot.settings import Settings

DEMO = Path(__file__).parent / "demo.txt"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one subcommand and returns its exit code."""
    parser = _parser()
    given = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    work: Callable[[argparse.Namespace], int] = given.work
    try:
        return work(given)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("quezhang", description=cli.ABOUT)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, about: str, work: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(work=work)
        return command

    add("run", cli.RUN, _run)
    chat = add("chat", cli.CHAT, _chat)
    chat.add_argument("--script", metavar="FILE", help=cli.SCRIPT)
    chat.add_argument("--lang", choices=("zh", "en"), help=cli.LANG)
    chat.add_argument("--web", type=int, metavar="PORT", help=cli.WEB)
    add("demo", cli.DEMO, _demo)
    score = add("score", cli.SCORE, _score)
    score.add_argument("report", nargs="?", help=cli.REPORT)
    score.add_argument("--ruleset", default="wuxi", help=cli.RULESET)
    score.add_argument("--cases", metavar="FILE", help=cli.CASES)
    score.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=cli.OPTION)
    score.add_argument("--table", action="append", default=[], metavar="NAME=VALUE", help=cli.TABLE)
    score.add_argument("--json", action="store_true", help=cli.JSON)
    export = add("export", cli.EXPORT, _export)
    export.add_argument("--chat", metavar="KEY", help=cli.CHAT_KEY)
    export.add_argument("--format", choices=("json", "csv", "xlsx"), default="json", help=cli.FORMAT)
    export.add_argument("--output", metavar="FILE", type=Path, help=cli.OUTPUT)
    for name, about, work in (
        ("import", cli.IMPORT, _import),
        ("backup", cli.BACKUP, _backup),
        ("restore", cli.RESTORE, _restore),
    ):
        add(name, about, work).add_argument("file", metavar="FILE", type=Path, help=cli.FILE)
    add("verify", cli.VERIFY, _verify)
    for name in ("chat", "export", "import", "backup", "restore", "verify"):
        commands.choices[name].add_argument("--db", metavar="PATH", help=cli.DB)
    bench = add("bench", cli.BENCH, _bench)
    bench.add_argument("measures", nargs="*")
    bench.add_argument("--quick", action="store_true", help=cli.QUICK)
    return parser


# ------------------------------------------------------------------------------------------ the bot


def _run(_given: argparse.Namespace) -> int:
    settings = _settings()
    if settings.telegram_bot_token is None:
        return _local(settings, None if sys.stdin.isatty() else sys.stdin)
    from bot.app import serve
    from bot.delivery.web import NotReady
    from bot.log import configure

    configure(settings.log_level, settings.telegram_bot_token.get_secret_value())
    try:
        asyncio.run(serve(settings))
    except NotReady as trouble:
        return _fail(str(trouble))
    return 0


def _chat(given: argparse.Namespace) -> int:
    more = {"default_lang": given.lang} if given.lang else {}
    settings = _settings(given.db, **more)
    if given.script and given.script != "-":
        try:
            text = Path(given.script).read_text(encoding="utf-8")
        except OSError:
            return _fail(cli.no_file(given.script))
        return _local(settings, text.splitlines(), given.web)
    interactive = not given.script and sys.stdin.isatty()
    return _local(settings, None if interactive else sys.stdin, given.web)


def _demo(_given: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="quezhang-") as folder:
        settings = _settings(str(Path(folder) / "demo.db"))
        return _local(settings, DEMO.read_text(encoding="utf-8").splitlines())


def _local(settings: "Settings", lines: Iterable[str] | None, web: int | None = None) -> int:
    """The local chat: the same bot on a wire that ends in this terminal."""
    from bot.app import local_station, local_station_with_pages
    from bot.delivery.web import NotReady
    from bot.local import Station, chat
    from bot.log import configure

    configure("CRITICAL")
    pictures = Path(tempfile.mkdtemp(prefix="quezhang-pictures-"))
    engine = _engine(settings)

    def station(request: "BaseRequest") -> Station:
        if web is None:
            return local_station(settings, engine, request)
        return local_station_with_pages(settings, engine, request, web)

    try:
        lang = settings.default_lang
        return asyncio.run(chat(station, lines, sys.stdout, pictures=pictures, lang=lang))
    except NotReady as trouble:  # the port of the pages is taken
        return _fail(str(trouble))


# --------------------------------------------------------------------------------------- the engine


def _score(given: argparse.Namespace) -> int:
    from bot.score import answer_line, score_cases, score_for_people

    if given.cases:
        try:
            # A line that is no UTF-8 is one broken line, not the end.
            source = 0 if given.cases == "-" else given.cases
            lines = open(source, encoding="utf-8-sig", errors="replace")  # noqa: PTH123, SIM115 - or a number
        except OSError:
            return _fail(cli.no_file(given.cases))
        with lines:
            for line in score_cases(lines):
                print(line)
        return 0
    if not given.report:
        return _fail(cli.NOTHING_TO_SCORE)
    case = {
        "id": None,
        "ruleset": given.ruleset,
        "report": given.report,
        "options": dict(pair.partition("=")[::2] for pair in given.option),
        "table": dict(pair.partition("=")[::2] for pair in given.table),
    }
    if given.json:
        answer = answer_line(json.dumps(case))
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return 1 if "error" in answer else 0
    text, refused = score_for_people(case)
    print(text)
    return 1 if refused else 0


# ----------------------------------------------------------------------------------------- the book


def _export(given: argparse.Namespace) -> int:
    from storage.book import Books
    from storage.exchange import export_all

    engine = _ready(given.db)
    data = export_all(Books(engine), given.chat)
    if given.format == "json":
        text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        found = text.encode()
    else:
        from bot.tables import csv_of, xlsx_of

        found = csv_of(data) if given.format == "csv" else xlsx_of(data)
    if given.output:
        given.output.write_bytes(found)
    elif given.format == "xlsx" and sys.stdout.isatty():
        return _fail(cli.OUTPUT)
    else:
        sys.stdout.buffer.write(found)
    return 0


def _import(given: argparse.Namespace) -> int:
    from storage.book import Books
    from storage.exchange import Unreadable, load

    try:
        data = json.loads(given.file.read_text(encoding="utf-8"))
    except OSError:
        return _fail(cli.no_file(str(given.file)))
    except ValueError as error:
        return _fail(cli.bad_import(str(error)))
    try:
        chats = load(Books(_ready(given.db, new=True)), data)
    except Unreadable as error:
        return _fail(cli.bad_import(str(error)))
    print(cli.loaded(len(chats)))
    return 0


def _backup(given: argparse.Namespace) -> int:
    from storage.backup import Unsound, backup

    try:
        backup(_ready(given.db), given.file)
    except FileExistsError:
        return _fail(cli.exists(str(given.file)))
    except (ValueError, Unsound, OSError) as error:
        return _fail(str(error))
    print(cli.backed_up(str(given.file)))
    return 0


def _restore(given: argparse.Namespace) -> int:
    from storage.backup import Unsound, restore

    if not given.file.exists():
        return _fail(cli.no_file(str(given.file)))
    settings = _settings(given.db)
    target = Path(settings.database_url.removeprefix("sqlite:///"))
    try:
        restore(given.file, target)
    except (ValueError, Unsound, OSError) as error:
        return _fail(str(error))
    kept = target.with_name(target.name + ".before")
    print(cli.restored(str(target), str(kept) if kept.exists() else ""))
    return 0


def _verify(given: argparse.Namespace) -> int:
    from storage.verify import verify

    faults = verify(_ready(given.db))
    for fault in faults:
        print(fault)
    if not faults:
        print(cli.SOUND)
    return 1 if faults else 0


def _bench(given: argparse.Namespace) -> int:
    try:
        from bench.run import run
    except ImportError as missing:
        return _fail(cli.not_benchable(missing.name or "bench"))
    code: int = run([*(["--quick"] if given.quick else []), *given.measures])
    return code


# ----------------------------------------------------------------------------------------- settings


def _settings(db: str | None = None, **values: Any) -> "Settings":
    """The settings, `db` (a path or an URL) in the place of DATABASE_URL; a bad one ends the program."""
    from bot.settings import BadSetting, load_settings

    if db is not None:
        values["database_url"] = db if "://" in db else f"sqlite:///{db}"
    try:
        return load_settings(**values)
    except BadSetting as bad:
        sys.exit(_fail(str(bad)))


def _engine(settings: "Settings") -> "Engine":
    from storage.engine import open_engine

    if settings.database_url.startswith("sqlite:///"):
        Path(settings.database_url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    return open_engine(settings.database_url)


def _ready(db: str | None, *, new: bool = False) -> "Engine":
    """The database, brought up to date; a file that is not there ends the program unless it may be `new`."""
    from sqlalchemy.exc import SQLAlchemyError

    from storage.migrations import upgrade

    settings = _settings(db)
    file = Path(settings.database_url.removeprefix("sqlite:///"))
    if settings.database_url.startswith("sqlite:///") and not new and not file.exists():
        sys.exit(_fail(cli.no_file(str(file))))
    engine = _engine(settings)
    try:
        upgrade(engine)
    except SQLAlchemyError as trouble:
        sys.exit(_fail(cli.unusable(str(getattr(trouble, "orig", trouble)).splitlines()[0])))
    return engine


def _fail(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
