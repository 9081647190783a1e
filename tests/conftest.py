"""What every test starts from."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl+C for what it runs in the background, and programs started here would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
