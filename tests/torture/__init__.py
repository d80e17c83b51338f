"""Trouble on purpose: processes killed, databases restarted, updates that nobody would write.

`python -m tests.torture.crash`, `… .workers` and `… .fuzz` print their figures; the tests run them small.
"""
