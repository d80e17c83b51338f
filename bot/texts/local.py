"""The local chat's signs; what it says is in the catalogue, under `terminal`."""

PRIVATE = ("@私聊", "@private")
COLONS = ":："
OPENING, CLOSING = "[［", "]］"
CARETS = "^＾"
TABLE = "牌桌"
PROMPT = "> "
