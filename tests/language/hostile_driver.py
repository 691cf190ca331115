"""Runs the front end on one file under hard limits of memory and time, and prints the codes it reports.

    python hostile_driver.py FILE [text]      with "text" the content goes in past the limit of size
"""

import resource
import sys
from pathlib import Path

from rulewright.language.diagnostics import Report
from rulewright.language.document.reader import read_document
from rulewright.language.reading import read_source
from rulewright.language.source import Source
from rulewright.language.variants import merge, options

MEMORY = 1 << 30
SECONDS = 10


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    path, report = Path(sys.argv[1]), Report()
    if sys.argv[2:] == ["text"]:
        source: Source | None = Source(path.name, path.read_text())
    else:
        source = read_source(path, report)
    document = read_document(source, report) if source else None
    whole = merge.load_chain(document, path, report) if document else None
    if whole:
        options.apply(whole.root, {}, report)
    for diagnostic in report:
        # What a user would see of it must never carry the attack to the terminal.
        assert diagnostic.message.isprintable()
        assert (diagnostic.help or "").isprintable()
        print(diagnostic.code)


main()
