"""Settings that all tests share."""

import signal

from hypothesis import settings

# A busy machine is no mistake: properties are bounded by their number of examples, never by time.
settings.register_profile("rulewright", deadline=None)
settings.load_profile("rulewright")

# Shells let what runs in the background ignore Ctrl-C, and programs inherit that; then tests of it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
