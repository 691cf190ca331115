/* Abalone in plain C. Rules as in games/abalone.yaml, standard layout.
 *
 * Cells are bits of a 128-bit set: rows of nine with a free bit between them, and a margin at both ends, so that a step
 * is one shift and never leaves the set. Of one marble and one direction there is at most one move in line (a run of
 * one to three own marbles, then a free cell or fewer enemy marbles that have room); pairs and triples step sideways.
 *
 * Perft finds all moves as 30 sets. A playout draws from a superset that is quickly counted (each marble and each
 * direction, each pair and each triple and each way sideways) until it meets a legal move: about one draw in three.
 */
#include "bench.h"

enum { STRIDE = 9, MARGIN = STRIDE + 1, SITES = 81 + 2 * MARGIN, WIN = 6, TIMES = 3, LIMIT = 5000, LISTS = 6 + 24 };

#define BIT(site) ((u128)1 << (site))

/* Opposite directions are three apart; axis a is the line of direction a. */
static const int STEP[6] = {1, STRIDE + 1, STRIDE, -1, -STRIDE - 1, -STRIDE};

static u128 board, edge[6]; /* all cells; those with no neighbour in a direction */
static u64 mark[2][SITES], turn_mark;

static int on_board(int row, int column) {
    return row >= 0 && row < 9 && column >= 0 && column < 9 && abs(column - row) <= 4;
}

static void __attribute__((constructor)) prepare(void) {
    static const int rows[6] = {0, 1, 1, 0, -1, -1}, columns[6] = {1, 1, 0, -1, -1, 0};
    u64 seed = 20;
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            int site = MARGIN + row * STRIDE + column;
            if (!on_board(row, column)) continue;
            board |= BIT(site);
            mark[0][site] = draw(&seed, ~0ULL);
            mark[1][site] = draw(&seed, ~0ULL);
            for (int way = 0; way < 6; way++)
                if (!on_board(row + rows[way], column + columns[way])) edge[way] |= BIT(site);
        }
    turn_mark = draw(&seed, ~0ULL);
}

typedef struct {
    u128 marbles[2];
    int taken[2];
    u64 hash;
} Position;

static Position start(void) {
    Position at = {{0, 0}, {0, 0}, 0};
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            u128 cell = BIT(MARGIN + row * STRIDE + column) & board;
            if (row < 2 || (row == 2 && column >= 2 && column <= 4)) at.marbles[0] |= cell;
            if (row > 6 || (row == 6 && column >= 4 && column <= 6)) at.marbles[1] |= cell;
        }
    return at;
}

/* The cells whose neighbour in a direction is in the set. */
INLINE u128 facing(u128 set, int way) { return way < 3 ? set >> STEP[way] : set << -STEP[way]; }

INLINE int size(u128 set) { return count((u64)set) + count((u64)(set >> 64)); }

INLINE int pick(u128 set, int k) {
    int low = count((u64)set);
    return k < low ? member((u64)set, (unsigned)k) : 64 + member((u64)(set >> 64), (unsigned)(k - low));
}

/* Fills in the sets of moves: 0..5 in line, then four to each direction: pairs and triples of its two other axes. */
INLINE void find(u128 own, u128 other, u128 sets[LISTS]) {
    u128 empty = board & ~(own | other);
#pragma GCC unroll 6
    for (int way = 0; way < 6; way++) {
        u128 to_empty = facing(empty, way);
        u128 one = other & (to_empty | edge[way]);          /* an enemy marble with room behind it */
        u128 two = other & facing(one, way);                /* the first of two */
        u128 third = own & facing(empty | one | two, way);  /* the front of three */
        u128 second = own & (facing(empty | one, way) | facing(third, way));
        sets[way] = own & (to_empty | facing(second, way));
        u128 free = own & to_empty;
#pragma GCC unroll 2
        for (int turn = 1; turn <= 2; turn++) {
            int axis = (way + turn) % 3;
            u128 pairs = free & facing(free, axis);
            sets[6 + 4 * way + 2 * turn - 2] = pairs;
            sets[6 + 4 * way + 2 * turn - 1] = pairs & facing(pairs, axis);
        }
    }
}

INLINE void shift(Position *at, int player, int from, int to) {
    at->marbles[player] ^= BIT(from) | BIT(to);
    at->hash ^= mark[player][from] ^ mark[player][to];
}

/* Plays the move of a set that begins at a site; whether a marble was pushed off. */
INLINE int play(Position *at, int player, int list, int site) {
    at->hash ^= turn_mark;
    if (list >= 6) {
        int way = (list - 6) / 4, kind = (list - 6) % 4, axis = (way + 1 + kind / 2) % 3;
        for (int i = 0; i < 2 + kind % 2; i++, site += STEP[axis]) shift(at, player, site, site + STEP[way]);
        return 0;
    }
    int front = site + STEP[list];
    while (at->marbles[player] & BIT(front)) front += STEP[list];
    shift(at, player, site, front);
    if (!(at->marbles[1 - player] & BIT(front))) return 0;
    int beyond = front + STEP[list];
    if (at->marbles[1 - player] & BIT(beyond)) beyond += STEP[list];
    if (board & BIT(beyond)) {
        shift(at, 1 - player, front, beyond);
        return 0;
    }
    at->marbles[1 - player] ^= BIT(front);
    at->hash ^= mark[1 - player][front];
    at->taken[player]++;
    return 1;
}

/* Whether the marble on a site can move in a direction, with those in front of it. */
INLINE int moves_in_line(u128 own, u128 other, int site, int way) {
    int step = STEP[way], helpers = 0, pushed = 0;
    for (site += step; own & BIT(site); site += step)
        if (++helpers == 3) return 0;
    if (!(other & BIT(site))) return (board & BIT(site)) != 0;
    for (; other & BIT(site); site += step)
        if (++pushed > helpers) return 0;
    return !(own & BIT(site));
}

/* Draws a legal move as a list and a site of find(); 0 if there is none. */
INLINE int draw_move(u128 own, u128 other, u64 *seed, int *list, int *site) {
    u128 rows[7] = {own}; /* the marbles; pairs and triples by their lower end */
    int below[7] = {6 * size(own)};
#pragma GCC unroll 3
    for (int axis = 0; axis < 3; axis++) {
        u128 pairs = own & facing(own, axis), triples = pairs & facing(pairs, axis);
        rows[1 + 2 * axis] = pairs;
        rows[2 + 2 * axis] = triples;
        below[1 + 2 * axis] = below[2 * axis] + 4 * size(pairs);
        below[2 + 2 * axis] = below[1 + 2 * axis] + 4 * size(triples);
    }
    u128 empty = board & ~(own | other);
    for (int tries = 0; tries < 200; tries++) {
        int k = (int)draw(seed, (u64)below[6]);
        if (k < below[0]) {
            *list = k % 6;
            *site = pick(own, k / 6);
            if (moves_in_line(own, other, *site, *list)) return 1;
            continue;
        }
        int row = 1 + (k >= below[1]) + (k >= below[2]) + (k >= below[3]) + (k >= below[4]) + (k >= below[5]);
        k -= below[row - 1];
        int axis = (row - 1) / 2, triple = (row - 1) % 2;
        int way = (axis + 1 + k % 4 + (k % 4 >= 2)) % 6; /* the four directions off the axis */
        *site = pick(rows[row], k / 4);
        u128 to = (BIT(0) | BIT(STEP[axis]) | (triple ? BIT(2 * STEP[axis]) : 0)) << (*site + STEP[way]);
        if (to & ~empty) continue;
        *list = 6 + 4 * way + 2 * ((axis - way + 5) % 3) + triple;
        return 1;
    }
    /* Hardly any legal move, or none. */
    u128 sets[LISTS];
    int all = 0;
    find(own, other, sets);
    for (int i = 0; i < LISTS; i++) all += size(sets[i]);
    if (!all) return 0;
    int k = (int)draw(seed, (u64)all);
    for (*list = 0; k >= size(sets[*list]); ++*list) k -= size(sets[*list]);
    *site = pick(sets[*list], k);
    return 1;
}

static Played playout(u64 *seed) {
    /* The positions since a marble was last pushed off, for each player to move: no earlier one can come again. */
    static u64 seen[2][LIMIT / 2 + 2];
    int known[2] = {1, 0}, list, site;
    Position at = start();
    seen[0][0] = at.hash;
    for (int moves = 1;; moves++) {
        int player = (moves - 1) & 1, next = 1 - player, times = 1;
        if (!draw_move(at.marbles[player], at.marbles[next], seed, &list, &site)) return (Played){moves - 1, 2};
        if (play(&at, player, list, site)) {
            if (at.taken[player] == WIN) return (Played){moves, player};
            known[0] = known[1] = 0;
        }
        for (int i = 0; i < known[next]; i++) times += seen[next][i] == at.hash;
        if (times >= TIMES || moves == LIMIT) return (Played){moves, 2};
        seen[next][known[next]++] = at.hash;
    }
}

/* Repetition needs eight moves and is left out here. */
static u64 perft(const Position *at, int player, int depth) {
    u128 sets[LISTS];
    u64 found = 0;
    find(at->marbles[player], at->marbles[1 - player], sets);
    for (int list = 0; list < LISTS; list++) {
        if (depth == 1) found += (u64)size(sets[list]);
        else
            for (u128 left = sets[list]; left; left &= left - 1) {
                Position after = *at;
                play(&after, player, list, (u64)left ? lowest((u64)left) : 64 + lowest((u64)(left >> 64)));
                if (after.taken[player] < WIN) found += perft(&after, 1 - player, depth - 1);
            }
    }
    return found;
}

static u64 perft_start(int depth) {
    Position at = start();
    return depth ? perft(&at, 0, depth) : 1;
}

BENCH_MAIN(playout, perft_start, 8)
