"""Writes the parser's tables, which lie beside the grammar so that nobody waits for them to be made.

python tools/make_parser_tables.py            after a change of grammar/rules.lark, or for another version of lark
"""

from __future__ import annotations

import os
import sys

import lark

from rulewright.language.game_files import grammar_folder
from rulewright.language.syntax.grammar import TABLES_FILE, build, tables_name


def main() -> None:
    if os.environ.get("PYTHONHASHSEED") != "0":  # lark numbers what it takes from sets: the same file each time
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    grammar = (grammar_folder() / "rules.lark").read_text(encoding="utf-8")
    tables = build(grammar)[1]
    head = f"{tables_name(grammar)} {lark.__version__}\n"
    (grammar_folder() / TABLES_FILE).write_bytes(head.encode() + tables + b"\n")


if __name__ == "__main__":
    main()
