"""Settings that all tests share."""

from hypothesis import settings

# A busy machine is no mistake: properties are bounded by their number of examples, never by time.
settings.register_profile("rulewright", deadline=None)
settings.load_profile("rulewright")
