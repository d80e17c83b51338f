"""The tests: worked cases, whole conversations, counts, properties, storage and layers."""
