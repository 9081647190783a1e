"""What every test starts from."""

import os
import signal

from hypothesis import settings

settings.register_profile("daily", derandomize=True, deadline=None)
settings.register_profile("thorough", deadline=None)
settings.load_profile("thorough" if os.environ.get("ZEPH_THOROUGH") else "daily")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl+C for what it runs in the background, and programs started here would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
