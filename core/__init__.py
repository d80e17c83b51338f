"""雀账's engine: hands in, chips out. Pure: no clock, no chat, no database."""
