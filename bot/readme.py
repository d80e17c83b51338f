"""The parts of the README that tables of the program know better: commands and house rules.

`python -m bot.readme` writes them between their markers; a test fails when they lag behind.
"""

import re
from pathlib import Path

from bot.commands import COMMANDS
from bot.texts import CATALOGUES, spoken
from core.rules import RULESETS
from core.ruleset import COMMON_OPTIONS, Option

README = Path(__file__).resolve().parents[1] / "README.md"


def commands() -> str:
    """A row a command: how it is typed, its words, what it does."""
    texts = CATALOGUES["zh"]
    about, rows = texts.commands.about, ["| | | |", "|---|---|---|"]
    for command in COMMANDS:
        said = " ".join(spoken.COMMAND_WORDS.get(command.name, ()))
        rows.append(f"| `{about[command.name].example}` | {said} | {about[command.name].menu} |")
    return "\n".join(rows)


def options() -> str:
    """A row a house rule of every ruleset, defaults first."""
    rows = ["| | | |", "|---|---|---|"]
    common = {option.name for option in COMMON_OPTIONS}
    for ruleset in RULESETS.values():
        own = [_option(o) for o in ruleset.options.values() if o.name not in common]
        rows.append(f"| {ruleset.name} | `{ruleset.key}` | {' · '.join(own)} |")
    rows.append(f"| * | | {' · '.join(map(_option, COMMON_OPTIONS))} |")
    return "\n".join(rows)


def _option(option: Option) -> str:
    values = "/".join(option.values) if option.values else f"{option.default}（{option.low}–{option.high}）"
    return f"`{option.name}` {values}"


PARTS = {"commands": commands, "options": options}


def renewed(text: str) -> str:
    """The README with its generated parts as they are now."""
    for name, part in PARTS.items():
        text = re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", rf"\1{part()}\n\2", text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    README.write_text(renewed(README.read_text(encoding="utf-8")), encoding="utf-8")
