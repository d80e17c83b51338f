"""The bot: handlers, words, pictures and the wires to Telegram, the terminal and the web."""
