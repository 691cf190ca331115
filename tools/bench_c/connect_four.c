/* Connect Four in plain C: seven columns of seven bits, the seventh always empty. Rules as in games/connect_four.yaml. */
#include "bench.h"

enum { COLUMN = 7, COLUMNS = 7, ROWS = 6 };

static const u64 BOTTOM = 0x0040810204081ULL; /* the lowest square of every column */
static const u64 BOARD = 0x0040810204081ULL * ((1 << ROWS) - 1);

/* The square each column's next disc falls on. */
INLINE u64 drops(u64 discs) { return (discs + BOTTOM) & BOARD; }

INLINE int has_four(u64 own) {
    u64 up = own & own >> 1, along = own & own >> COLUMN;
    u64 rising = own & own >> (COLUMN + 1), falling = own & own >> (COLUMN - 1);
    return ((up & up >> 2) | (along & along >> 2 * COLUMN) | (rising & rising >> 2 * (COLUMN + 1)) |
            (falling & falling >> 2 * (COLUMN - 1))) != 0;
}

static Played playout(u64 *seed) {
    u64 own = 0, other = 0;
    for (int moves = 0;; moves++) {
        u64 legal = drops(own | other);
        if (!legal) return (Played){moves, 2};
        own |= 1ULL << member(legal, (unsigned)draw(seed, (u64)count(legal)));
        if (has_four(own)) return (Played){moves + 1, moves & 1};
        u64 next = other;
        other = own;
        own = next;
    }
}

static u64 perft(u64 own, u64 other, int depth) {
    u64 legal = drops(own | other);
    if (depth == 1) return (u64)count(legal);
    u64 found = 0;
    for (; legal; legal &= legal - 1) {
        u64 after = own | (legal & -legal);
        if (!has_four(after)) found += perft(other, after, depth - 1);
    }
    return found;
}

static u64 perft_start(int depth) { return depth ? perft(0, 0, depth) : 1; }

BENCH_MAIN(playout, perft_start, 1024)
