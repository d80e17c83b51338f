"""Who is who. Names come as HTML; so does what is returned."""

from bot.texts.zh import people


class People(people.People):
    """What is said about people and their names."""

    def is_that_you(self, name: str) -> str:
        return f"Are you the {name} of this session?"

    def linked(self, name: str) -> str:
        return f"{name} is you"

    def another(self, name: str) -> str:
        return f"Then you are {name}"
