"""`rulewright explain`: the page of a diagnostic code."""

from __future__ import annotations

import argparse

from .terminal import UsageError, say, say_json

HELP = "explain an error or warning by its code"
EXAMPLES = (
    "explain name-unknown",
    "explain",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code",
        nargs="?",
        help="a code such as yaml-duplicate, or a family such as yaml; without it: all codes",
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    from .. import diagnostic_pages

    wanted = _bare(arguments.code or "")
    page = diagnostic_pages.page(wanted)
    if page:
        if arguments.json:
            say_json({"code": page.code, "title": page.title, "text": page.text})
        else:
            say(page.text)
        return 0
    families = diagnostic_pages.families()
    if wanted in families:
        families = {wanted: families[wanted]}
    elif arguments.code is not None:
        raise UsageError(_unknown(wanted, [*diagnostic_pages.codes(), *families]))
    _list([code for codes in families.values() for code in codes], arguments.json)
    return 0


def _bare(code: str) -> str:
    """People copy what they see: `error[yaml-duplicate]:` is the code yaml-duplicate."""
    return code.partition("[")[2].partition("]")[0] if "[" in code else code


def _list(codes: list[str], as_json: bool) -> None:
    from .. import diagnostic_pages

    pages = [page for code in codes if (page := diagnostic_pages.page(code))]
    if as_json:
        say_json([{"code": page.code, "title": page.title} for page in pages])
        return
    longest = max((len(code) for code in codes), default=0)
    for page in pages:
        say(f"{page.code:<{longest}}  {page.title}")


def _unknown(word: str, known: list[str]) -> str:
    from ..source.diagnostics import did_you_mean
    from ..source.rendering.characters import visible

    likely = did_you_mean(word, known)
    way_out = f'did you mean "{likely}"?' if likely else '"rulewright explain" lists all codes'
    return f'there is no code "{visible(word)}"; {way_out}'
