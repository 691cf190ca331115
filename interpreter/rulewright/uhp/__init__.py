"""Hive as an engine of the Universal Hive Protocol (UHP), for viewers and for matches with other Hive programs.

The protocol is lines of text: a viewer writes a command, the engine answers with lines of its own, the last of which
is "ok" (https://github.com/jonthysell/Mzinga/wiki/UniversalHiveProtocol). How moves are written is the business of the
game itself (`games/hive.py`); here are the commands (`engine`), the kinds of game and the strings that tell a whole
game (`formats.game_strings`), what can be set (`options`), and the conversation (`serving`).
"""
