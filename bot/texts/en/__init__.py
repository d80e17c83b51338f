"""The English sentences."""
