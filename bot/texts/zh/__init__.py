"""The Chinese sentences."""
