"""Who is who. Names come as HTML; so does what is returned."""


class People:
    """What is said about people and their names."""

    def is_that_you(self, name: str) -> str:
        return f"这局里的 {name} 是你吗？"

    def linked(self, name: str) -> str:
        return f"好，{name} 就是你"

    def another(self, name: str) -> str:
        return f"好，那你叫 {name}"
