"""Runs the front end on files, each in a process with hard limits of memory and time, and prints what it reports.

python hostile_driver.py file|text|rules|workshop FILE …    with "text" the content goes in past the limit of size,
                                                            with "rules" as far as `validate` reads it,
                                                            with "workshop" as a text that somebody is typing

For each file one line with its codes, and one that begins with "=" and says how its process has ended.
"""

import os
import resource
import sys
from pathlib import Path

from rulewright.language.compilation import compile_game
from rulewright.language.document.reader import read_document
from rulewright.language.place import place_of
from rulewright.language.reading import read_source
from rulewright.language.variants import merge, options
from rulewright.source.diagnostics import Report
from rulewright.source.source import Source
from rulewright.workshop.completion import complete
from rulewright.workshop.hover import hover

MEMORY = 1 << 30
SECONDS = 10
WORKSHOP_SECONDS = 12  # for texts far beyond the limit of size, where a quadratic way takes longer by far


def main() -> None:
    mode, *files = sys.argv[1:]
    for file in files:
        child = os.fork()
        if not child:
            seconds = WORKSHOP_SECONDS if mode == "workshop" else SECONDS
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            print(*codes(mode, Path(file)), flush=True)
            return
        _, status = os.waitpid(child, 0)
        print("=", os.waitstatus_to_exitcode(status), flush=True)


def codes(mode: str, path: Path) -> list[str]:
    report = Report()
    if mode == "workshop":
        text = path.read_text()
        complete(text, len(text))
        hover(text, len(text) - 2)
        return []
    if mode == "rules":
        return [diagnostic.code for diagnostic in compile_game(path).validate()]
    if mode == "text":
        source: Source | None = Source(path.name, path.read_text(), place_of(path))
    else:
        source = read_source(path, report)
    document = read_document(source, report) if source else None
    whole = merge.load_chain(document, report) if document else None
    if whole:
        options.apply(whole.root, {}, report)
    for diagnostic in report:
        # What a user would see of it must never carry the attack to the terminal.
        assert diagnostic.message.isprintable()
        assert (diagnostic.help or "").isprintable()
    return [diagnostic.code for diagnostic in report]


main()
