"""The command line: one module a command, named like it.

A command module is light to import, because `rulewright --help` imports them all; what is heavy (the
language, its libraries) is imported where it is used.
"""
