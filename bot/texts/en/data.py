"""Taking data out and in. Names come as HTML; so does what is returned."""

from collections.abc import Mapping

from bot.texts.en.terms import several
from bot.texts.layout import bold, code
from bot.texts.zh import data


class Data(data.Data):
    """Captions, and what stands at the head of tables."""

    sheets: Mapping[str, str] = {
        "sessions": "Sessions",
        "log": "Log",
        "settlement": "Who pays whom",
        "leaderboard": "Leaderboard",
    }
    columns: Mapping[str, str] = {
        "sheet": "Sheet",
        "chat": "Group",
        "session": "Session",
        "ruleset": "Ruleset",
        "length": "Length",
        "opened_at": "Opened",
        "closed_at": "Settled",
        "name": "Name",
        "seat": "Seat",
        "start": "Start",
        "chips": "Chips",
        "net": "Net",
        "no": "No.",
        "kind": "Kind",
        "at": "Time",
        "by": "Recorded by",
        "text": "As written",
        "voided": "Undone",
        "win": "Way of winning",
        "points": "One share",
        "from": "From",
        "to": "To",
        "why": "Why",
        "amount": "Amount",
        "paid": "Paid",
        "rank": "Rank",
        "final": "Final",
        "ratio": "Ratio",
        "date": "Date",
    }

    def which(self) -> str:
        return f"Which format? JSON can come back by {code('/import')}, the others are for spreadsheets"

    def exported(self, sessions: int) -> str:
        return (
            f"{several(sessions, 'session')}, everything in it"
            if sessions
            else "Nothing played yet, it is empty"
        )

    def how_to_import(self) -> str:
        return (
            f"{bold('Import')}\n"
            f"Send the file of /export json with the caption {code('/import')}, or reply to it with {code('/import')}\n"
            f"Old rankings too, several in one message:\n{code('/import 1 Anna 755/250=3.02 2024-10-12')}"
        )

    def imported_sessions(self, added: int, people: int) -> str:
        if not added:
            return "All these sessions are here already"
        return f"Imported {several(added, 'session')}, {several(people, 'person', 'people')}"

    def imported_lines(self, added: int, known: int) -> str:
        old = f", {known} were here already" if known else ""
        return f"Imported {several(added, 'ranking')}{old}"
