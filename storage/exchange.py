"""All data of a chat as JSON, and back."""

from storage.export import export, export_all, money
from storage.load import Unreadable, load, load_chat

__all__ = ["Unreadable", "export", "export_all", "load", "load_chat", "money"]
