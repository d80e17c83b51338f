"""What is said about something that was refused: plain text, a sentence a problem."""

from collections.abc import Mapping
from typing import Any

from bot.texts.en.terms import listed, term
from bot.texts.layout import plain
from bot.texts.zh import mistakes
from bot.texts.zh.mistakes import Sentence
from core.errors import Mistake, Problem
from core.hand import Meld
from core.tiles import NAMES

# What the engine and the report language refuse (1-report §3).
REPORTS: Mapping[str, Sentence] = {
    "unknown_word": lambda d: (
        f"“{d['piece']}” was not understood" + (f"; perhaps {_either(d['alike'])}?" if d.get("alike") else "")
    ),
    "points_at_nobody": "“{piece}”: nobody belongs behind this",
    "one_wild": "There is only one 得, “{piece}” is one too many",
    "one_winning_tile": "There is only one winning tile, “{piece}” is one too many",
    "which_kong": "“{piece}”: open 明杠, added 补杠 or concealed 暗杠? Write it out, such as 明杠{tile}",
    "no_meld": "“{piece}” makes no {kind}",
    "two_numbers": "“{piece}” has two different numbers",
    "two_winning_tiles": "More than one winning tile: {tiles}",
    "two_wilds": "More than one 得: {tiles}",
    "who_discarded": "{players}: who discarded? Write “Anna 点炮 Bob”, the second one discarded",
    "no_winner": "Who won?",
    "extra_player": "{player} is one player too many",
    "two_ways": "Only one of these: {pieces}",
    "no_discarder": "{way}: from whom?",
    "empty": "Nothing is said of the hand",
    "not_at_table": lambda d: (
        f"There is no “{d['player']}” here; "
        + (
            f"there are {', '.join(d['players'])}"
            if d.get("players")
            else f"first /join or /add {d['player']}"
        )
    ),
    "two_players": lambda d: f"“{d['piece']}” could be {' or '.join(d['players'])}; write the full name",
    "own_discard": "{player} cannot win on the own discard",
    "feeds_himself": "{player} cannot feed the own meld",
    "no_such_meld": "No {kind} in these rules: “{piece}”",
    "cannot_hold": "{tile} cannot be held in hand",
    "cannot_lay": "{tile} is no flower and cannot be laid open",
    "too_many_sets": "A hand has at most {most} sets, not {number}",
    "wrong_number": "{number} tiles in hand; it should be {waiting} (the winning tile apart) or {full}",
    "no_winning_tile": "{number} tiles in hand: which one wins? Add it, such as +8m",
    "winning_not_among": "{number} tiles in hand, and the winning {tile} is not among them",
    "robbed_copy": "The robbed tile is the fourth {tile}; there cannot be another in hand",
    "too_many_copies": "{number} copies of {tile}",
    "no_way": lambda d: (
        f"{d['player']}: by self-draw or on a discard?" if d["player"] else "By self-draw or on a discard?"
    ),
    "twice": "{player} has two lines",
    "self_draw_and_others": "With a self-draw only one wins",
    "two_discards": "Only one player can discard the tile",
    "clash": "Not together: {pieces}",
    "needs_self_draw": "“{piece}” needs a self-draw",
    "needs_dealer": "“{piece}” is for the dealer only",
    "needs_non_dealer": "“{piece}” is not for the dealer",
    "needs_no_open_meld": "“{piece}” allows no chow, pung or open kong",
    "needs_no_meld": "“{piece}” allows no meld",
    "needs_kong": "“{piece}” needs a kong",
    "not_in_tiles": "The tiles do not have “{piece}”",
    "not_a_win": lambda d: (
        f"This hand of {d['player']} does not win"
        + (f", {d['away']} more needed" if d.get("away") is not None else "")
    ),
    "no_robbing": "By the house rules kongs cannot be robbed",
    "too_many_flowers": "At most {most} flowers, not {number}",
    "flowers_disagree": "{number} flowers said, {named} shown",
    "needs_hard_flower": "“{piece}” needs a hard flower",
    "needs_no_hard_flower": "“{piece}” allows no hard flower",
    "needs_flower_kong": "“{piece}” needs four flowers alike, the four seasons or the four plants",
    "needs_closed_kong": "“{piece}” needs a concealed kong",
    "needs_three_melds": "“{piece}” needs three melds fed by {player}",
    "small_hand": "A small hand must be concealed or have {needed} hard flowers; this one has {number}",
    "hard_flowers_unsaid": lambda d: (
        (f"{d['player']}: how" if d["player"] else "How") + " many hard flowers? None: 无花果"
    ),
    "soft_flowers_disagree": "{number} soft flowers said, {shown} counted",
    "too_many_soft_flowers": "At most {most} soft flowers, not {number}",
    "two_feeders": "Only one player can feed these, not {players}",
    "fed_by_another": "“{piece}” was fed by {player}, that does not fit",
    "who_fed_kong": "{piece}: who fed the kong? Write {piece}@ and the name, if it was concealed {piece}@暗",
    "who_is_liable": "“{piece}” has to say who is liable, such as {piece}@Bob",
    "robbed_run": "The robbed tile can only complete a chow, not “{piece}”",
    "last_copy": "{tile} was the last one, there cannot be another",
    "wild_unknown": "Which tile is the 得? Add it, such as 得=5m, or first /de 5m",
    "no_wild_fits": "With these tiles nothing can be the 得",
    "no_flowers": "This variant has no flowers, {tile} cannot be the 得",
    "wild_discarded": "A discarded wild tile ({tile}) cannot be won on",
    "wild_robbed": "A wild tile ({tile}) cannot be robbed",
    "wild_in_meld": "Wild tiles cannot be melded: “{piece}”",
    "wild_is_flower": "There is no “{piece}” while the 得 is a flower",
    "needs_wild_drawn": "“{piece}” needs a wild tile drawn",
    "cannot_be_triplet": "The hand cannot make “{piece}”",
    "needs_own_flower": "“{piece}” needs an own flower laid open",
    "no_four_left": "One was turned up as the 得, there are no four for “{piece}”",
    "two_pairs": "{player} can have one pair only",
    "bears_without_discard": "The liable player has to be the one who discarded",
    "name_the_flowers": "Which are the {number} flowers? By name, such as 翻春梅",
    "no_points": "{player}: how many points? Such as 12胡1番 for 12 points, 1 fan",
    "figures_and_items": "{player}: either points and fan, or tiles, not both",
    "winner_only": "“{piece}” is for the winner only",
    "needs_eight_flowers": "“{piece}” needs eight flowers, not {number}",
    "spot_needs_source": "{piece}: who discarded the tile?",
    "spot_has_no_source": "{piece}: nobody discarded this",
    "no_tiles": "Waiting for what? Give {waiting} tiles in hand, melds apart",
    "one_tile_more": "A ready hand has {waiting} tiles, not {number}",
    "bad_option": lambda d: (
        f"{term(d['option'])} cannot be “{d['piece']}”, "
        + (f"only {', '.join(map(term, d['values']))}" if d["values"] else f"only {d['low']} to {d['high']}")
    ),
    "no_opening": "“{piece}” was not understood. Length: {lengths}; options: {options}",
    "no_option": "There is no option “{piece}”, only: {options}",
}

# What comes after the last numbered entry, by its kind.
UNNUMBERED = {
    "seats": "the later seats",
    "bet": "a later bet",
    "wild": "the later 得",
    "claim": "the open hand",
}

# What the table refuses (`core.state.MISTAKES`).
TABLE: Mapping[str, Sentence] = {
    "no_seats": "Nobody sits yet. /seats Anna Bob Carl Dora (East South West North), or /draw",
    "not_member": "{player} is not in this session. First /join, or /add {player}",
    "not_seated": "{player} has no seat at the table",
    "already_seated": "{player} has a seat already",
    "swaps_seats": "{player} has a seat already. To swap seats, /undo the hands played so far, "
    "/seats anew and report them again",
    "seats_final": "A hand was played, seats stay as they are. If they are wrong, /undo the hands played so "
    "far, /seats anew and report them again. A change of players: /sub Anna Eve; of the dealer: /dealer",
    "few_chips": "At least 1, not {chips}",
    "many_chips": "{chips} is too much, at most {limit}",
    "pays_self": "{player} cannot pay the own person",
    "no_such_spot": "There is no “{what}” here",
    "no_such_round": "There is no such round",
    "no_such_flags": "Flags cannot be {flags}",
    "no_wild": "There is no wild tile in these rules",
    "hand_open": "{winner}’s hand is still open: wait for the others, /ok if they have nothing, /undo drops it",
    "no_open_hand": "No hand is waiting for this; first say who won",
    "line_twice": "{player} has two lines",
    "winner_missing": "{winner} is the winner, this way nobody wins. To take it back: /undo",
    "no_such_entry": "There is no #{no}",
    "entry_void": "#{no} is undone; restore it first",
    "not_numbered": "This cannot go into the log",
    "breaks_later": lambda d: (
        (
            f"Then #{d['no']} could not stand: "
            if d["no"]
            else f"Then {UNNUMBERED.get(d['event'], 'what came after it')} could not stand: "
        )
        + _all(d["problems"])
    ),
}

# What a case file or its table gets wrong.
CASES: Mapping[str, Sentence] = {
    "no_json": "This line is no JSON: “{piece}”",
    "no_case": "A case needs a report: “{piece}”",
    "no_ruleset": "There is no ruleset “{piece}”, only: {rulesets}",
    "bad_table": "The table is wrong: “{piece}”",
}

# What the chat refuses.
CHAT: Mapping[str, Sentence] = {
    "no_session": "No session is open. /new opens one",
    "session_over": lambda d: (
        "No session is open."
        + (" To go on with the last one: /reopen." if d["reopens"] else "")
        + " The same people once more: /again; another one: /new"
    ),
    "hand_settled": "That hand is settled as #{no}. To correct your line: /fix #{no} {line}",
    "session_open": "A session is still open. Settle it first: /end",
    "too_late_to_reopen": "Settled more than 24 hours ago, it cannot be reopened",
    "spectator": "You are not in this session and can only look. /join",
    "not_yours": "Somebody else recorded this; the opener or a group admin can change it",
    "not_allowed": "Only the opener or a group admin can do this",
    "too_long": "Too long: at most {most} characters",
    "too_many_people": "At most {most} people in a session",
    "anonymous": "Anonymous admins and channels cannot record, for nobody can tell who they are. Send it as yourself",
    "bad_arguments": "“{piece}” was not understood",
    "missing_arguments": "Something is missing",
    "not_whole": "“{piece}” will not do: chips are whole numbers",
    "bad_name": "“{piece}” is a word of reports and cannot be a name. Another one: /join name",
    "empty_name": "This name cannot be seen. Another one: /join name",
    "four_seats": "It takes four people, not {number}",
    "add_first": "Nobody is called “{player}”. A newcomer: /add {player} first, or they /join",
    "few_people": "It takes four people to sit down, so far {number}",
    "nothing_to_undo": "There is nothing to undo yet",
    "bettor_seated": "{player} sits at the table and cannot bet",
    "no_spots": "Nothing is paid on the spot here; a kong goes into the report: 明杠3m",
    "rate_first": "If the fee is money, first say what a chip is worth: /settle 1=0.1",
    "edited_unread": "The edited message was not understood, the old one stands",
    "not_your_bet": "Bets are one’s own; the opener bets for people without Telegram",
    "session_closed": "That session is settled and cannot be changed. /reopen opens it again",
    "no_time_zone": "There is no time zone “{piece}”; one is Asia/Shanghai",
    "nothing_to_repeat": "Nothing played yet, /new opens a session",
}

# What looking things up, names and data refuse.
RECORDS: Mapping[str, Sentence] = {
    "no_topic": "The rules have no “{piece}”, only: {topics}",
    "no_fan": lambda d: (
        f"There is no fan “{d['piece']}”"
        + (f"; perhaps {_either(d['alike'])}?" if d["alike"] else ". All of them: /fan")
    ),
    "bad_period": "“{piece}” is no time that is known. Such as: 30d, 2025, 2025-03, season, last3, all",
    "no_such_person": lambda d: (
        f"Nobody is called “{d['piece']}”"
        + (f", did you mean {', '.join(d['alike'])}?" if d["alike"] else "")
    ),
    "not_known_yet": "You are not known here yet: /join, or /iam name",
    "same_person": "{player} is one and the same person",
    "no_such_level": "“{piece}” is no level; 1 to {most}",
    "name_taken": "“{piece}” is somebody else’s name",
    "no_such_alias": "{player} is not called “{piece}”",
    "played_together": "{players} played in one session, they are not one person",
    "not_your_question": "This is asked of somebody else",
    "no_language": "There is no language “{piece}”, only /lang zh and /lang en",
    "bad_format": "There is no export to “{piece}”, only: {formats}",
    "not_our_json": "“{piece}” is no file of /export json",
    "bad_board_line": "“{piece}” was not understood",
    "bad_ratio": "“{piece}”: the division gives {ratio}",
}


class Mistakes(mistakes.Mistakes):
    """Refusals as sentences."""

    sentences: Mapping[str, Sentence] = {**REPORTS, **TABLE, **CASES, **CHAT, **RECORDS}

    def message(self, mistake: Mistake, example: str | None = None) -> str:
        """All problems, a line each, and one right example; plain text."""
        lines = dict.fromkeys(map(self.problem, mistake.problems))
        return "\n".join([*lines, *([self.example(example)] if example else [])])

    def problem(self, problem: Problem) -> str:
        """One problem; data hold names, not keys."""
        sentence = self.sentences[problem.code]
        if callable(sentence):
            return sentence(problem.data)
        return sentence.format_map({name: shown(name, value) for name, value in problem.data.items()})

    def teaches(self, problem: Problem) -> bool:
        """Whether a right example helps: what was written did not read, or cannot be."""
        return super().teaches(problem)

    def example(self, example: str) -> str:
        taps = "" if plain(example).startswith("/") else "; or by taps: /hu"
        return f"Such as: {example}{taps}"

    def fault(self, fault_id: str) -> str:
        return f"Something went wrong; nothing was recorded, the book is as it was. Send it once more. ({fault_id})"

    def too_late(self) -> str:
        return "This button is out of date"


def shown(name: str, value: Any) -> str:
    """A piece of a problem's data as people read it; tiles are numbers under `tile` and `tiles`."""
    if name == "tile" and isinstance(value, int):
        return NAMES[value]
    if isinstance(value, str) and not name.startswith("player"):
        return term(value)
    if isinstance(value, Meld) or not isinstance(value, list | tuple | frozenset):
        return str(value)
    if name.startswith("player"):
        return listed(value)
    return ", ".join(shown("tile" if name == "tiles" else name, one) for one in value)


def _either(names: Any) -> str:
    return " or ".join(map(term, names))


def _all(problems: tuple[Problem, ...]) -> str:
    return "; ".join(map(Mistakes().problem, problems))
