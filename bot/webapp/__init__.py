"""The Mini App: pages that show the table and take a hand by taps, on the engine and the book of the chat."""
