"""Records: games on disk, one JSON object a line, and playing them again (docs/records.md).

A file of records may come from anywhere: what is in it is checked before it is used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

from . import __version__
from .errors import InvalidState, MoveError, echoed
from .game import Game
from .headless.random_games import plies
from .language.game_files import normal_id
from .language.version import LANGUAGE_VERSION
from .source.diagnostics import one_of
from .source.limits import LIMITS
from .source.rendering.numbers import points
from .state import Outcome, State

FORMAT = 1
LONGEST_LINE = LIMITS.record_bytes.value
MOST = 2**64 - 1  # seeds are 64 bits wide; no other number of a record comes near
HIGHEST_SCORE = 10**15  # up to here every score is a number of its own, also as a float
LONGEST_TEXTS = 4_000  # characters of all names of one kind: they are said again in the sentences about a record
HASH_DIGITS = 16


class RecordError(ValueError):
    """A line that is no record, or a record that does not fit the game; the text says why in one sentence."""


class CutOff(RecordError):
    """The last line of a file has no end: whoever wrote it was interrupted."""


@dataclass(frozen=True, slots=True)
class RecordedOutcome:
    """How a recorded game ended. The place and words of the rule are for people and are not compared."""

    winners: tuple[str, ...]
    draw: bool
    scores: Mapping[str, float] | None
    rule: Mapping[str, object] | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> RecordedOutcome:
        span = outcome.rule
        rule = {"line": span.line, "column": span.column, "text": span.text} if span else None
        return cls(outcome.winners, outcome.draw, outcome.scores, rule)

    def __str__(self) -> str:
        return str(Outcome(self.winners, self.draw, None, None))

    def same(self, other: RecordedOutcome) -> bool:
        return (self.winners, self.draw, self.scores) == (other.winners, other.draw, other.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game, its parts in the order of a file. `hashes` begins with the start position and has one more for each
    move; an empty one where whoever wrote it could not tell."""

    rulewright: str = __version__
    language: int | None = None  # the version of the language, and the fingerprint of the rules with these options;
    rules: str | None = None  # older records lack both
    game: str
    options: Mapping[str, str]
    seed: int | None
    number: int
    players: Mapping[str, str]  # who played each side: "random", "person"
    moves: tuple[str, ...]
    hashes: tuple[str, ...]
    plies: int
    outcome: RecordedOutcome | None  # None: not played to its end
    start: Mapping[str, Any] | None = None  # where it began, as `State.to_json` tells it; None: at the start

    @classmethod
    def of(cls, state: State, players: Sequence[str] | None = None, seed: int | None = None, number: int = 0) -> Record:
        """The record of all that was played to reach a state; "?" stands for players that nobody knows."""
        hashes = [position_hash(state)]
        back = state.copy()
        for _ in state.history:
            back.pop()
            hashes.append(position_hash(back))
        outcome = state.outcome
        return cls(
            game=state.game.id,
            options=dict(state.game.rules.options),
            players=dict(zip(state.game.players, players or ["?"] * len(state.game.players), strict=True)),
            seed=seed,
            number=number,
            moves=tuple(move.text for move in state.history),
            hashes=tuple(reversed(hashes)),
            plies=plies(state),
            outcome=RecordedOutcome.of(outcome) if outcome else None,
            start=None if back.is_alike(state.game.start()) else back.to_json(),
            language=LANGUAGE_VERSION,
            rules=state.game._pipeline.fingerprint,
        )

    def line(self) -> str:
        """The record as one line of a file, without its end. Only ASCII is written."""
        return json.dumps({"format": FORMAT, **asdict(self)}, separators=(",", ":"))


def line_of(game: Game, line: str) -> Record | None:
    """The record of a game of this one that a text is, just as it is written here; None if it is something else."""
    try:
        record = read_record(line)
    except RecordError:
        return None
    return record if record.line() == line and _is_of(record, game) else None


def position_hash(state: State) -> str:
    """The 64-bit hash of a position as 16 hexadecimal digits. (`hash()` of Python keeps fewer bits.)"""
    return f"{state.game._engine.hashes.position(state.position):0{HASH_DIGITS}x}"


# ---------------------------------------------------------------- reading


def read_records(stream: BinaryIO) -> Iterator[tuple[int, Record | RecordError]]:
    """Line number and record, or what is wrong with the line, for each line of a file that is not blank."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            yield number, RecordError("this line is too long to be the record of a game")
            return
        if not line.strip():
            continue
        try:
            yield number, read_record(line)
        except RecordError as error:
            yield number, CutOff("the last line is cut off") if _is_cut_off(line) else error


def _is_cut_off(line: bytes) -> bool:
    """Whether it is half a line: that has no end and never is JSON."""
    try:
        _json(line)
    except RecordError:
        return not line.endswith(b"\n")
    return False


def read_record(line: bytes | str) -> Record:
    """The record a line holds."""
    data = _json(line)
    if not isinstance(data, dict):
        raise RecordError("this line is not a record: it is JSON, but not an object with keys")
    version = _number(data, "format")
    if version != FORMAT:
        raise RecordError(f"this record has the format {version}, and this Rulewright reads format {FORMAT}")
    language = None if data.get("language") is None else _number(data, "language", "or null")
    if language is not None and language > LANGUAGE_VERSION:
        raise RecordError(
            f"this record is of a game in version {language} of the language; this Rulewright knows version "
            f"{LANGUAGE_VERSION}: update Rulewright"
        )
    seed = data.get("seed")
    return Record(
        game=_text(data, "game", "the id of a game"),
        options=_texts_by_name(data, "options"),
        players=_texts_by_name(data, "players"),
        seed=None if seed is None else _number(data, "seed", "or null"),
        number=_number(data, "number"),
        moves=_moves(data),
        hashes=_hashes(data),
        plies=_number(data, "plies"),
        outcome=_outcome(data),
        start=None if data.get("start") is None else _value(data, "start", "an object or null", dict),
        rulewright=_text(data, "rulewright", "a version"),
        language=language,
        rules=None if data.get("rules") is None else _text(data, "rules", "a text or null"),
    )


def _json(line: bytes | str) -> object:
    try:
        found: object = json.loads(line)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise RecordError("this line is not a record: it is not JSON") from None
    except ValueError:  # what Python says of thousands of digits
        raise RecordError("this line is not a record: a number in it has too many digits") from None
    return found


def _value(data: Mapping[str, Any], key: str, what: str, type_: type) -> Any:
    if key not in data:
        raise RecordError(f'this record has no "{key}"')
    value = data[key]
    if not isinstance(value, type_):
        raise RecordError(f'"{key}" of this record should be {what}')
    return value


def _number(data: Mapping[str, Any], key: str, otherwise: str = "") -> int:
    what = f"a whole number from 0 to {MOST:,} {otherwise}".rstrip()
    value = _value(data, key, what, int)
    if isinstance(value, bool) or not 0 <= value <= MOST:
        raise RecordError(f'"{key}" of this record should be {what}')
    return int(value)


def _moves(data: Mapping[str, Any]) -> tuple[str, ...]:
    moves, most, longest = _texts(data, "moves"), LIMITS.record_moves.value, LIMITS.move_length.value
    if len(moves) > most:
        raise RecordError(f"this record has {len(moves)} moves; {most} is the most")
    for number, move in enumerate(moves, 1):
        if len(move) > longest:
            raise RecordError(f"move {number} of this record has {len(move)} characters; {longest} is the most")
    return moves


def _hashes(data: Mapping[str, Any]) -> tuple[str, ...]:
    hashes = _texts(data, "hashes")
    if any(len(value) > HASH_DIGITS for value in hashes):
        raise RecordError(f'"hashes" of this record should have {HASH_DIGITS} digits each')
    return hashes


def _text(data: Mapping[str, Any], key: str, what: str) -> str:
    value: str = _value(data, key, what, str)
    _check_length(key, (value,))
    return value


def _check_length(key: str, texts: Iterable[str]) -> None:
    if sum(len(text) + 1 for text in texts) > LONGEST_TEXTS:  # many empty ones are long too
        raise RecordError(f'"{key}" of this record has more than {LONGEST_TEXTS} characters')


def _texts(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = _value(data, key, "a list of texts", list)
    if not all(isinstance(value, str) for value in values):
        raise RecordError(f'"{key}" of this record should be a list of texts')
    return tuple(values)


def _texts_by_name(data: Mapping[str, Any], key: str) -> dict[str, str]:
    values: dict[str, Any] = _value(data, key, "an object of texts", dict)
    if not all(isinstance(value, str) for value in values.values()):
        raise RecordError(f'"{key}" of this record should be an object of texts')
    _check_length(key, (*values, *values.values()))
    return values


def _outcome(data: Mapping[str, Any]) -> RecordedOutcome | None:
    if "outcome" in data and data["outcome"] is None:
        return None
    outcome = _value(data, "outcome", "an object or null", dict)
    scores, rule = outcome.get("scores"), outcome.get("rule")
    if scores is not None:
        scores = _value(outcome, "scores", "an object of numbers or null", dict)
        if not all(map(_is_score, scores.values())):
            raise RecordError(
                f'"scores" of this record should hold numbers from -{HIGHEST_SCORE:,} to {HIGHEST_SCORE:,}'
            )
        _check_length("scores", scores)
    if rule is not None:
        rule = _value(outcome, "rule", "an object or null", dict)
    winners = _texts(outcome, "winners")
    _check_length("winners", winners)
    return RecordedOutcome(winners, _value(outcome, "draw", "true or false", bool), scores, rule)


def _is_score(value: object) -> bool:
    """A number that a game can end with: neither `true` nor infinite (which JSON writes as 1e999), nor NaN."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return -HIGHEST_SCORE <= value <= HIGHEST_SCORE


# ---------------------------------------------------------------- playing again


def replay(record: Record, game: Game) -> Iterator[State]:
    """Plays a record again: the state at the start and after each move (one object, which moves on).

    Raises `RecordError` as soon as something is not as recorded: a move, a position, the outcome.
    """
    if not _is_of(record, game):
        recorded = _called(record.game, record.options)
        raise RecordError(f"this is a record of {recorded}, not of {_called(game.id, game.rules.options)}")
    if {*record.players} != {*game.players}:
        names, known = (one_of(map(echoed, sides), "and") for sides in (record.players, game.players))
        raise RecordError(f"it says who played {names}, but the players are {known}")
    if len(record.hashes) != len(record.moves) + 1:
        raise RecordError(f"{len(record.moves)} moves need {len(record.moves) + 1} hashes, not {len(record.hashes)}")
    try:
        yield from _played(record, game)
    except RecordError as error:
        if not has_other_rules(record, game):
            raise
        raise RecordError(f"{error}; most likely because the rules have changed since") from None


def has_other_rules(record: Record, game: Game) -> bool:
    """Whether the rules of the game have changed since the record was written, as far as it tells."""
    return record.rules not in (None, game._pipeline.fingerprint) and _is_of(record, game)


def _played(record: Record, game: Game) -> Iterator[State]:
    try:
        state = game.start() if record.start is None else game.from_json(record.start)
    except InvalidState as error:
        raise RecordError(f'"start" of this record is no state of the game: {error}') from None
    _compare_hash(state, record.hashes[0], "the start position")
    yield state
    for number, text in enumerate(record.moves, 1):
        over = state.outcome
        if over is not None:
            raise RecordError(f'move {number}, "{echoed(text)}", comes after the end of the game ({over})')
        try:
            move = state.parse(text)
        except MoveError as error:
            raise RecordError(f"move {number}: {error.why}") from None
        state.push(move)
        _compare_hash(state, record.hashes[number], f'the position after move {number}, "{text}",')
        yield state
    _compare_outcome(state, record)


def _is_of(record: Record, game: Game) -> bool:
    return normal_id(record.game) == normal_id(game.id) and _same_options(record.options, game.rules.options)


def _same_options(recorded: Mapping[str, str], present: Mapping[str, str]) -> bool:
    """A game may have got more options since."""
    known = {normal_id(name): normal_id(value) for name, value in present.items()}
    return all(known.get(normal_id(name)) == normal_id(value) for name, value in recorded.items())


def _compare_hash(state: State, recorded: str, where: str) -> None:
    found = position_hash(state)
    if recorded and found != recorded.lower():
        raise RecordError(f"{where} is another one than in the record (hash {found}, recorded {recorded})")


def _compare_outcome(state: State, record: Record) -> None:
    found = RecordedOutcome.of(state.outcome) if state.outcome else None
    if (found is None) != (record.outcome is None) or (found and record.outcome and not found.same(record.outcome)):
        raise RecordError(f"the outcome is {_told(found)}, but the record says {_told(record.outcome)}")
    if plies(state) != record.plies:
        raise RecordError(f"the game has {plies(state)} plies, but the record says {record.plies}")


def _told(ended: RecordedOutcome | None) -> str:
    if ended is None:
        return '"not over"'
    scores = (
        f" ({', '.join(f'{name} {points(score)}' for name, score in ended.scores.items())})" if ended.scores else ""
    )
    return f'"{ended}{scores}"'


def _called(game: str, options: Mapping[str, str]) -> str:
    chosen = ", ".join(f"{name}={value}" for name, value in options.items())
    return f'"{game}" ({chosen})' if chosen else f'"{game}"'
