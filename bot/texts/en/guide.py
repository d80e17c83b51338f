"""What is asked of somebody who reports by taps: HTML."""

from bot.texts.en.terms import term
from bot.texts.layout import code
from bot.texts.zh import guide

LATIN = str.maketrans("万条饼胡", "msp+", "手")  # tiles as they can be typed without Chinese


class Guide(guide.Guide):
    """One question a page."""

    def who_won(self) -> str:
        return "Who won?"

    def who(self, command: str) -> str:
        return {"gang": "Who has the kong?", "fa": "Who is fined?", "bet": "On whom?"}[command]

    def how(self, winner: str, robbing: bool) -> str:
        return f"Whose kong did {winner} rob?" if robbing else f"How did {winner} win?"

    def fans(self, chosen: str, hand: str) -> str:
        latin = " ".join(hand.translate(LATIN).split())
        return f"{chosen}\nTap the fans, then Done. Or reply with the tiles, such as {code(latin)}"

    def flowers(self, chosen: str) -> str:
        return f"{chosen}\nHow many flowers?"

    def items(self, chosen: str) -> str:
        return f"{chosen}\nAny pungs, kongs, tiles laid open? If not, Done"

    def tile(self, chosen: str, kind: str) -> str:
        return f"{chosen}\n{term(kind)} of which tile?"

    def points(self, chosen: str) -> str:
        return f"{chosen}\nHow many points in all?"

    def fan(self, chosen: str) -> str:
        return f"{chosen}\nHow many fan?"

    def what(self, player: str) -> str:
        return f"{player}: what was it?"

    def source(self, chosen: str) -> str:
        return f"{chosen}: who discarded the tile?"

    def chips(self, player: str) -> str:
        return f"How much on {player}?"

    def preview(self, card: str) -> str:
        return f"{card}\nIf that is right, Record"

    def not_yours(self) -> str:
        return "Somebody else is reporting here, or it is out of date. Your own report: /hu"
