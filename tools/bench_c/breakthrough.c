/* Breakthrough in plain C: one bit a square, a1 the lowest, rows of eight. Rules as in games/breakthrough.yaml.
 *
 * White goes up. Everything is written once for both sides; `side` is a constant wherever it matters.
 */
#include "bench.h"

static const u64 NOT_A = 0xfefefefefefefefeULL, NOT_H = 0x7f7f7f7f7f7f7f7fULL;
static const u64 ROW_1 = 0x00000000000000ffULL, ROW_8 = 0xff00000000000000ULL;

/* Where the men of a side can go: straight ahead, towards a, towards h. */
typedef struct {
    u64 ahead, west, east;
} Targets;

INLINE Targets targets(u64 own, u64 other, int side) {
    u64 empty = ~(own | other);
    if (side == 0)
        return (Targets){own << 8 & empty, (own & NOT_A) << 7 & ~own, (own & NOT_H) << 9 & ~own};
    return (Targets){own >> 8 & empty, (own & NOT_A) >> 9 & ~own, (own & NOT_H) >> 7 & ~own};
}

/* How far back the square is that a man came from. */
INLINE int from(int to, int way, int side) {
    static const int steps[2][3] = {{8, 7, 9}, {-8, -9, -7}};
    return to - steps[side][way];
}

/* Plays a random move; 1 if it wins, -1 if there is none, 0 if the game goes on. */
INLINE int ply(u64 *own, u64 *other, int side, u64 *seed) {
    Targets to = targets(*own, *other, side);
    int ahead = count(to.ahead), west = count(to.west), east = count(to.east);
    int all = ahead + west + east;
    if (__builtin_expect(!all, 0)) return -1;
    int k = (int)draw(seed, (u64)all);
    u64 sets[3] = {to.ahead, to.west, to.east};
    int way = (k >= ahead) + (k >= ahead + west), before[3] = {0, ahead, ahead + west};
    u64 set = sets[way];
    k -= before[way];
    int site = member(set, (unsigned)k);
    u64 bit = 1ULL << site;
    *own ^= bit | 1ULL << from(site, way, side);
    *other &= ~bit;
    return (bit & (side == 0 ? ROW_8 : ROW_1)) != 0 || !*other;
}

static Played playout(u64 *seed) {
    u64 white = 0x000000000000ffffULL, black = 0xffff000000000000ULL;
    for (int moves = 0;; moves += 2) {
        int result = ply(&white, &black, 0, seed);
        if (result) return (Played){moves + (result > 0), result < 0};
        result = ply(&black, &white, 1, seed);
        if (result) return (Played){moves + 1 + (result > 0), result > 0};
    }
}

#define PERFT(name, next, side)                                                                       \
    static u64 next(u64 own, u64 other, int depth);                                                   \
    static u64 name(u64 own, u64 other, int depth) {                                                  \
        Targets to = targets(own, other, side);                                                       \
        if (depth == 1) return (u64)(count(to.ahead) + count(to.west) + count(to.east));              \
        u64 sets[3] = {to.ahead, to.west, to.east}, found = 0;                                        \
        for (int way = 0; way < 3; way++)                                                             \
            for (u64 left = sets[way] & ~(side == 0 ? ROW_8 : ROW_1); left; left &= left - 1) {       \
                int site = lowest(left);                                                              \
                u64 bit = 1ULL << site;                                                               \
                if (other & ~bit)                                                                     \
                    found += next(other & ~bit, own ^ (bit | 1ULL << from(site, way, side)), depth - 1); \
            }                                                                                         \
        return found;                                                                                 \
    }

PERFT(perft_white, perft_black, 0)
PERFT(perft_black, perft_white, 1)

static u64 perft_start(int depth) {
    return depth ? perft_white(0x000000000000ffffULL, 0xffff000000000000ULL, depth) : 1;
}

BENCH_MAIN(playout, perft_start, 256)
