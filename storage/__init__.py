"""All that is kept: rows at the edge, one book a chat, one short transaction a unit of work."""
