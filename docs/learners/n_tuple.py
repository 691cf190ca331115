"""Learns Connect Four by playing itself: a weight for every way in which each line of four can be filled."""

import numpy as np

import rulewright

N, RATE, NOISE = 64, 0.01, 0.1
LINES = np.array([
    [(row + step * up) * 7 + column + step * right for step in range(4)]
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)) for row in range(6) for column in range(7)
    if 0 <= row + 3 * up < 6 and column + 3 * right < 7
])  # fmt: skip
weights = np.zeros((len(LINES), 81))


def judged(board):
    """What positions are worth to the one to move, -1 … 1, and which weights say so."""
    cells = board[:, 0].reshape(-1, 42) + 2 * board[:, 1].reshape(-1, 42).astype(int)
    filled = (cells[:, LINES] * 3 ** np.arange(4)).sum(axis=2)
    return np.tanh(weights[np.arange(len(LINES)), filled].sum(axis=1)), filled


def looked_ahead(games, seen):
    """What each action is worth to the one to move: where it leads, seen from the other side."""
    rows, actions = seen.mask.nonzero()
    _, after = games.step_from(games.states[rows], actions)
    won = after.reward[np.arange(len(rows)), seen.to_play[rows]]
    made = np.full(seen.mask.shape, -9.0)
    made[rows, actions] = np.where(after.done, won, -judged(after.observation["board"])[0])
    return made


def learn(steps, seed=1):
    rng = np.random.default_rng(seed)
    with rulewright.batch("connect_four", n=N, seed=seed) as games:
        for _ in range(steps):
            ahead = looked_ahead(games, games.seen)
            value, filled = judged(games.seen.observation["board"])
            errors, counts = np.zeros((2, *weights.shape))  # each weight takes the mean of its own errors
            np.add.at(errors, (np.arange(len(LINES)), filled), (ahead.max(axis=1) - value)[:, None])
            np.add.at(counts, (np.arange(len(LINES)), filled), 1)
            weights[:] += RATE * errors / np.maximum(counts, 1)
            noise = (rng.random((N, 1)) < NOISE) * rng.random(ahead.shape) * 99 * games.seen.mask
            games.step((ahead + noise).argmax(axis=1).astype(np.int32))


def player(state):
    def worth(number):
        after = state.copy()
        after.push(state.turn(number))
        here = -judged(state.game.encoding().observe(after)["board"][None])[0][0]
        return here if after.outcome is None else 2.0 * (not after.outcome.draw)

    return state.turn(max(state.turn().numbers, key=worth))
