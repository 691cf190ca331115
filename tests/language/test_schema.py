"""The shape of game files: the schema itself, and what it says about wrong files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from rulewright.language.document.nodes import Mapping, plain
from rulewright.language.document.reader import read_document
from rulewright.language.game_files import grammar_folder, shipped
from rulewright.language.reading import read_source, text_source
from rulewright.language.schema.fits import checker
from rulewright.language.schema.schema import SCHEMA_FILE, check_shape
from rulewright.source.diagnostics import Diagnostic, Report
from rulewright.source.limits import LIMITS

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads((grammar_folder() / SCHEMA_FILE).read_text(encoding="utf-8"))
DRAFTS = sorted((ROOT / "tests" / "drafts").glob("*.yaml"))
GAMES = sorted(shipped().values())

GAME = """\
game: Three in a Row
players: [x, o]
board: {tiling: square, size: 3x3}
pieces:
  mark: {letter: x}
actions:
  place: {place: my mark, to: empty}
turn: place
stuck: draw
end:
  - win if line of 3 mine
tests:
  - perft: [9, 72]
"""


def read(text: str, report: Report) -> Mapping:
    source = text_source(text, "game.yaml", report)
    assert source
    document = read_document(source, report)
    assert document
    return document.root


def shape_errors(text: str) -> list[Diagnostic]:
    report = Report()
    root = read(text, report)
    assert not len(report), "the reader should have nothing to say here"
    sound = check_shape(root, report)
    assert sound is (not report.failed)
    return list(report)


def changed(*replacements: str, base: str = GAME) -> str:
    """The small game with pieces of its text replaced: old, new, old, new …"""
    for old, new in zip(replacements[::2], replacements[1::2], strict=True):
        assert base.count(old) == 1, old
        base = base.replace(old, new)
    return base


def added(line: str) -> str:
    """The small game with one more line."""
    return changed("turn: place", f"turn: place\n{line}")


def accepts(root: Mapping) -> bool:
    """What an editor or any other program says that has nothing but the schema."""
    return bool(Draft7Validator(SCHEMA).is_valid(plain(root)))


# ------------------------------------------------------------------------------------------ the schema itself


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        target: Any = SCHEMA
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        schema = target
    return schema


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that an author can write, with its schema. "complete" only says what must be there."""
    yield from ((name, resolved(schema)) for name, schema in SCHEMA["properties"].items())
    for definition, schema in SCHEMA["definitions"].items():
        if not definition.startswith("complete"):
            for name, inner in schema.get("properties", {}).items():
                yield f"{definition}.{name}", resolved(inner)


def subschemas(schema: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of the schema that has examples."""
    if isinstance(schema, dict):
        if isinstance(schema.get("examples"), list):
            yield where, schema
        for key, inner in schema.items():
            if key != "examples":
                yield from subschemas(inner, f"{where}/{key}")
    elif isinstance(schema, list):
        for number, inner in enumerate(schema):
            yield from subschemas(inner, f"{where}/{number}")


def objects(schema: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of the schema that describes a mapping."""
    if isinstance(schema, dict):
        kinds = schema.get("type", [])
        if "object" in ([kinds] if isinstance(kinds, str) else kinds):
            yield where, schema
        for key, inner in schema.items():
            if key != "examples":
                yield from objects(inner, f"{where}/{key}")
    elif isinstance(schema, list):
        for number, inner in enumerate(schema):
            yield from objects(inner, f"{where}/{number}")


def name_of(value: object) -> str:
    """The id of a test: the name of the place, and nothing for its schema."""
    return value if isinstance(value, str) else ""


def test_the_schema_is_valid_draft_07() -> None:
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("name", "schema"), list(properties()), ids=name_of)
def test_every_key_is_explained(name: str, schema: dict[str, Any]) -> None:
    assert "$ref" not in schema, "draft 7 ignores what stands beside a $ref"
    assert schema["title"]
    assert schema["description"].endswith(".")
    assert schema["examples"]


@pytest.mark.parametrize(("where", "schema"), list(subschemas(SCHEMA)), ids=name_of)
def test_every_example_is_valid(where: str, schema: dict[str, Any]) -> None:
    validator = Draft7Validator(SCHEMA).evolve(schema=schema)
    for example in schema["examples"]:
        assert validator.is_valid(example), example


@pytest.mark.parametrize(("where", "schema"), list(objects(SCHEMA)), ids=name_of)
def test_a_mapping_is_closed_or_a_map_of_names(where: str, schema: dict[str, Any]) -> None:
    if schema.get("allOf") == [{"$ref": "#/definitions/block"}]:  # effects: the keys of a block, which is closed
        schema = SCHEMA["definitions"]["block"]
    assert "additionalProperties" in schema
    assert schema["additionalProperties"] is False or "propertyNames" in schema


def test_the_limits_are_those_of_limits_py() -> None:
    definitions = SCHEMA["definitions"]
    players = SCHEMA["properties"]["players"]["allOf"][0]
    assert definitions["name"]["maxLength"] == LIMITS.name_length.value
    assert definitions["stack_height"]["maximum"] == LIMITS.stack.value
    assert definitions["count"]["maximum"] == LIMITS.pieces.value
    assert players["maxItems"] == players["maxProperties"] == LIMITS.players.value
    assert SCHEMA["properties"]["pieces"]["maxProperties"] == LIMITS.kinds.value


# --------------------------------------------------------------------------------------------- what is right


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_drafts_are_accepted(path: Path) -> None:
    report = Report()
    source = read_source(path, report)
    document = read_document(source, report) if source else None
    assert document
    assert accepts(document.root)
    assert check_shape(document.root, report)
    assert not len(report)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_library_games_are_accepted(path: Path) -> None:
    report = Report()
    source = read_source(path, report)
    document = read_document(source, report) if source else None
    assert document
    assert accepts(document.root)
    assert check_shape(document.root, report)


def test_library_games_are_accepted_by_check_jsonschema() -> None:
    beside = shutil.which("check-jsonschema", path=str(Path(sys.executable).parent))
    program = beside or shutil.which("check-jsonschema")
    if not program or not GAMES:
        pytest.skip("check-jsonschema is not installed")
    schema = str(grammar_folder() / SCHEMA_FILE)
    command = [program, "--schemafile", schema, *map(str, GAMES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


RIGHT = {
    "the small game": GAME,
    "a patch needs only a name": "game: Small Chess\nextends: chess\n",
    "a patch removes": "game: Hive\nextends: hive\npieces: {ladybug: ~}\nprefer: ~\nactions: {fly: ~}\n",
    "a patch of an action": "game: Chess\nextends: chess\nactions: {castle: {again: may, do: flip it}}\n",
    "options in places of numbers": changed("3x3", "$size", "letter: x", "letter: x, each: $many"),
    "options in places of words": changed("square", "$tiling", "stuck: draw", "distinct: $way"),
    "turn by player": changed("turn: place", "turn: {x: place, o: place}"),
    "an empty action": changed("turn: place", "  pass: {}\nturn: place or pass"),
    "one effect or several": changed("to: empty}", "to: empty, do: [flip it, end turn], before: flip it}"),
    "one end rule": changed("end:\n  - win", "end: win"),
    "numbers as rules": changed("stuck: draw", "score: 5\nprefer: 1"),
    "labels that look like numbers": changed("perft: [9, 72]", "play: [1, 2]\n    also: [3]"),
    "a choice that changes the game": changed(
        "tests:",
        "options:\n  a: {default: b, choices: {b: {}, c: {out: ~, phases: [{name: d, turn: e}]}}}\ntests:",
    ),
    "colours": changed("tests:", 'display: {x: {colour: "#a0b0c0"}, mark: {symbol: X}}\ntests:'),
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_right_files_are_accepted(text: str) -> None:
    assert shape_errors(text) == []
    assert accepts(read(text, Report()))


# --------------------------------------------------------------------------------------------- what is wrong

# The text, the code, the word under the carets, a part of what is said.
WRONG = [
    (changed("place: {place", "place: {plase"), "unknown-key", "plase", 'did you mean "place"?'),
    (changed("to: empty}", "to: empty, if-lifted: mine}"), "unknown-key", "if-lifted", '"if_lifted"'),
    (changed("board:", "bord:"), "unknown-key", "bord", '"board"'),
    (changed("turn:", "turns:"), "unknown-key", "turns", 'did you mean "turn"?'),
    (added("phase: main"), "unknown-key", "phase", "inside a test"),
    (added("path: step n to empty"), "unknown-key", "path", "inside an action"),
    (added("to: empty"), "unknown-key", "to", "inside an action"),
    (added("rows: 3 4 3"), "unknown-key", "rows", 'under "board"'),
    (changed("game:", "name:"), "unknown-key", "name", 'called "game"'),
    (added("foo: 3"), "unknown-key", "foo", "the keys here are"),
    (changed("turn: place", "  turn: place"), "unknown-key", "turn", "indented too far"),
    (changed("letter: x", "leter: 3"), "unknown-key", "leter", '"letter"'),
    (changed("letter: x", "Letter: x"), "unknown-key", "Letter", '"letter"'),
    (changed("perft", "perfd"), "unknown-key", "perfd", '"perft"'),
    (changed("[x, o]", "{x: {foward: n}, o: {}}"), "unknown-key", "foward", '"forward"'),
    (changed("game: Three in a Row\n", ""), "missing-key", "players", 'no "game"'),
    (changed("players: [x, o]\n", ""), "missing-key", "game", 'no "players"'),
    (changed("players: [x, o]\n", "", "turn: place\n", ""), "missing-key", "game", 'and no "turn"'),
    (changed("turn: place", "phases: [{name: main}]"), "missing-key", "name", 'phase "main" has no "turn"'),
    (added("limit: {result: draw}"), "missing-key", "limit", "turns: 300"),
    (added("options: {a: {choices: [1]}}"), "missing-key", "a", "default"),
    (changed("{tiling: square, size: 3x3}", "3x3"), "type", "3x3", "a group of keys"),
    (changed("[x, o]", "x and o"), "type", "x and o", "write players: [x, o]"),
    (changed("[x, o]", "2"), "type", "2", "a list of names"),
    (changed("turn: place", "turn: [place]"), "type", "[place]", "write turn: place"),
    (changed("letter: x", "letter: 8"), "type", "8", 'in quotes: letter: "8"'),
    (changed("letter: x", "each: eight"), "type", "eight", "a whole number"),
    (changed("letter: x", 'each: "8"'), "type", '"8"', "without quotes"),
    (changed("letter: x", "each: 2.5"), "type", "2.5", "a whole number"),
    (changed("- perft", "perft"), "type", "perft: [9, 72]", 'put "- "'),
    (changed("perft: [9, 72]", "perft: 9"), "type", "9", "write perft: [9]"),
    (changed("- win if", "- win if:"), "type", "win if", 'a ":" makes a key'),
    (changed("{place: my mark, to: empty}", "my mark"), "type", "place", "has a name of its own"),
    (changed("size: 3x3", "size: [3, 3]"), "type", "[3, 3]", "write size: 3x3"),
    (changed("3x3", "3x3, tracks: {road: a1 a2}"), "type", "a1 a2", "track"),
    (changed("stuck: draw", "stuck: true"), "type", "true", "one result"),
    (changed("square", "squre"), "value", "squre", '"square"'),
    (changed("square", "hexagon"), "value", "hexagon", "shape: hexagon"),
    (changed("3x3", "3 x 3"), "value", "3 x 3", "write 3x3"),
    (changed("3x3", "3x3, checkered: true"), "value", "true", "write checkered: yes"),
    (changed("3x3", "3x3, checkered: off"), "value", "off", "write checkered: no"),
    (changed("letter: x", "letter: xo"), "value", "xo", "one sign"),
    (added("vars: {n: {range: 0-3}}"), "value", "0-3", "write 0..3"),
    (added("vars: {n: {holds: number}}"), "value", "number", "range: 0..100"),
    (added("vars: {n: {range: 0..3, per: players}}"), "value", "players", '"player"'),
    (changed("to: empty}", "to: empty, tray: box}"), "value", "box", "hand, supply or taken"),
    (added("notation: uhp"), "value", "uhp", "@uhp"),
    (changed("[x, o]", "[x, White]"), "name", "W", "write white"),
    (changed("[x, o]", "[x, player 2]"), "name", " ", "write player_2"),
    (changed("[x, o]", "[x, player-2]"), "name", "-", "a dash"),
    (changed("[x, o]", "[x, grün]"), "name", "ü", "write gruen"),
    (changed("[x, o]", "[x, 2]"), "name", "2", "begins with"),
    (changed("mark:", "2nd_mark:"), "name", "2", "write nd_mark_2"),
    (changed("[x, o]", f"[x, {'y' * 41}]"), "name", "y", "40 is the most"),
    (changed("3x3", "$Size"), "name", "$Size", "the name of an option"),
    (added("define: {f(a b): mine}"), "name", "f(a b)", "commas"),
    (added("setup: {X mark: a1}"), "name", "X", "write x mark"),
    (added("phases: [{name: a, turn: place}]"), "one-of", "phases", '"turn" and'),
    (changed("turn: place\n", ""), "one-of", "game", "neither"),
    (changed("to: empty}", "to: empty, path: step n to empty}"), "one-of", "path", "keep one"),
    (changed("to: empty}", "to: empty, move: mine}"), "one-of", "move", '"place" and "move"'),
    (changed(", to: empty", ""), "one-of", "place", 'needs "to" or "path"'),
    (changed("place: my mark, to: empty", "to: empty"), "one-of", "to", 'needs "move" or "place"'),
    (changed("{tiling: square, size: 3x3}", "{size: 3x3}"), "one-of", "board", '"drawing" or "sites"'),
    (changed(", size: 3x3", ""), "one-of", "tiling", 'needs "size" or "rows"'),
    (changed("3x3", "3x3, sites: a b"), "one-of", "sites", "cannot stand together"),
    (added("vars: {n: {start: 3}}"), "one-of", "n", "neither"),
    (changed("to: empty}", "to: empty, again: may}"), "needs", "again", 'needs "move"'),
    (added("repetition: {times: 3}"), "needs", "times", 'needs "result"'),
    (changed("letter: x", "each: 0"), "number", "0", "1 is the least"),
    (changed("letter: x", "each: 9999"), "number", "9999", "4096 is the most"),
    (added("stack: 999"), "number", "999", "255 is the most"),
    (added("bonus: {x: 7.3}"), "number", "7.3", "half points"),
    (changed("Three in a Row", "T" * 121), "number", "T" * 121, "120 is the most"),
    (changed("[x, o]", "[]"), "empty", "[]", "players: [white, black]"),
    (changed("{letter: x}", "~"), "empty", "~", "means nothing"),
    (changed("turn: place", 'turn: ""'), "empty", '""', "an empty text"),
    (changed("to: empty}", "to: empty, do: []}"), "empty", "[]", "do: capture passed"),
    (changed("[x, o]", "[x, o, x]"), "twice", "x", "listed twice"),
    (added("hidden: {hand: all}"), "hidden", "hidden", "everybody sees everything"),
    (changed("letter: x", "hidden: yes"), "hidden", "hidden", "everybody sees everything"),
    (changed("perft: [9, 72]", "hidden: yes"), "hidden", "hidden", "everybody sees everything"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "word", "said"), WRONG, ids=[f"{w[1]}-{w[2]}" for w in WRONG])
def test_a_wrong_file_gets_one_message_at_the_word(text: str, code: str, word: str, said: str) -> None:
    assert not accepts(read(text, Report()))
    [found] = shape_errors(text)
    assert found.code == f"schema-{code}"
    assert found.span
    assert found.span.text == word
    assert found.help
    assert said in f"{found.message} {found.help}"
    assert "\n" not in found.message + found.help


def test_a_misspelt_piece_key_is_found_although_any_name_may_be_a_path() -> None:
    text = changed("letter: x", "leter: x")
    assert accepts(read(text, Report()))
    [found] = shape_errors(text)
    assert (found.code, found.help) == ("schema-unknown-key", 'did you mean "letter"?')


def test_a_number_with_a_point_is_not_whole_although_draft_07_takes_it() -> None:
    text = changed("letter: x", "each: 3.0")
    assert accepts(read(text, Report()))
    [found] = shape_errors(text)
    assert found.code == "schema-type"


def test_a_path_of_a_piece_may_have_any_name() -> None:
    assert not shape_errors(changed("letter: x", "letter: x, suply_run: step n to empty"))
    paths = "paths: {crawl: step n to empty}\nactions:"
    assert not shape_errors(changed("letter: x", "state: crawl", "actions:", paths))


def test_all_mistakes_are_told_in_one_run() -> None:
    text = changed("[x, o]", "[X, o]", "square", "squre", "turn:", "trun:", "[9", "[a")
    codes = [found.code for found in shape_errors(text)]
    assert codes == ["schema-name", "schema-value", "schema-unknown-key", "schema-type"]


def test_two_members_of_a_group_name_the_first_in_a_note() -> None:
    [found] = shape_errors(changed("to: empty}", "to: empty, path: step n to empty}"))
    assert [note.span.text for note in found.notes] == ["to"]


def test_the_id_of_a_parent_is_left_to_those_who_look_for_it() -> None:
    text = "game: Chess\nextends: ../chess.yaml\n"
    assert not accepts(read(text, Report()))
    assert not shape_errors(text)


def test_what_the_reader_has_told_is_not_told_again() -> None:
    report = Report()
    root = read(changed("letter: x", "letter:"), report)
    told = len(report)
    assert told
    assert not check_shape(root, report)
    assert len(report) == told


KEYS = st.sampled_from(
    [*SCHEMA["properties"], *SCHEMA["definitions"]["action"]["properties"], "a", "B", "c d", "f(x)", "$x"]
)
TEXTS = st.sampled_from(["", "yes", "a b", "$x", "X", "3 x 3"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99999) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_any_document_is_answered_with_clear_messages(document: dict[str, Any]) -> None:
    report = Report()
    source = text_source(json.dumps(document), "game.yaml", report)
    read_back = read_document(source, report) if source else None
    if read_back is None:
        return
    sound = check_shape(read_back.root, report)
    assert sound is (not report.failed)
    for found in report:
        assert found.message.endswith(".")
        assert found.help
        assert "None" not in found.help
    places = [found.span for found in report]
    assert len(places) == len(set(places))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_quick_check_says_what_jsonschema_says(data: st.DataObject) -> None:
    """On library games with something put in, taken out or replaced anywhere: mostly small mistakes."""
    path = data.draw(st.sampled_from(GAMES))
    report = Report()
    source = read_source(path, report)
    document = read_document(source, report) if source else None
    assert document
    whole = plain(document.root)
    for _ in range(data.draw(st.integers(1, 2))):
        _spoil(whole, data)
    assert checker(SCHEMA)(whole) is bool(Draft7Validator(SCHEMA).is_valid(whole))


def _spoil(value: Any, data: st.DataObject) -> None:
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(value[key], dict | list) and data.draw(st.integers(0, 3)):
            value = value[key]
            continue
        way = data.draw(st.sampled_from(["replace", "delete", "add"]))
        if way == "replace":
            value[key] = data.draw(VALUES)
        elif way == "delete":
            del value[key]
        elif isinstance(value, dict):
            value[data.draw(KEYS)] = data.draw(VALUES)
        else:
            value.append(data.draw(VALUES | st.just(value[key])))
        return


def test_a_file_full_of_mistakes_is_answered_with_a_bounded_number_of_messages() -> None:
    many = ", ".join(["1", "b"] * 2000)
    assert 0 < len(shape_errors(changed("[x, o]", f"[{many}]"))) < 300
    keys = "".join(f"key_{number}: 1\n" for number in range(2900))
    assert 0 < len(shape_errors(GAME + keys)) < 300
