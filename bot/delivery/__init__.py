"""Between Telegram and the handlers: updates in, one transaction each, answers out."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "1")  # PTB gives time periods as timedelta, as its next version will
