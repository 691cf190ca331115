/* Hex 11x11 without the swap rule in plain C. Rules as in games/hex.yaml with `turn: place`.
 *
 * Each player has the set of the own stones and the set of those that are joined to the own first side. Both only
 * grow, so the second one is brought up to date by what the new stone adds. Draws come from a list of the empty cells.
 */
#include "bench.h"

enum { SIZE = 11, CELLS = SIZE * SIZE };

#define BIT(site) ((u128)1 << (site))

static u128 around[CELLS];         /* the neighbours of a cell */
static u128 first[2], last[2];     /* red: rows 1 and 11, blue: columns 1 and 11 */
static unsigned char cells[CELLS]; /* all of them, as the list of the empty cells begins */

static void __attribute__((constructor)) prepare(void) {
    static const int columns[6] = {1, -1, 0, 0, 1, -1}, rows[6] = {0, 0, 1, -1, -1, 1};
    for (int site = 0; site < CELLS; site++) {
        int column = site % SIZE, row = site / SIZE;
        cells[site] = (unsigned char)site;
        for (int way = 0; way < 6; way++) {
            int x = column + columns[way], y = row + rows[way];
            if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) around[site] |= BIT(y * SIZE + x);
        }
        if (row == 0) first[0] |= BIT(site);
        if (row == SIZE - 1) last[0] |= BIT(site);
        if (column == 0) first[1] |= BIT(site);
        if (column == SIZE - 1) last[1] |= BIT(site);
    }
}

typedef struct {
    u128 stones, joined;
} Side;

INLINE u128 spread(u128 set) {
    u128 east = set & ~last[1], west = set & ~first[1];
    return set << SIZE | set >> SIZE | east << 1 | west >> 1 | west << (SIZE - 1) | east >> (SIZE - 1);
}

/* Puts a stone; whether it joins the two sides. */
INLINE int place(Side *side, int player, int site) {
    u128 stone = BIT(site);
    side->stones |= stone;
    if (!(stone & first[player]) && !(around[site] & side->joined)) return 0;
    u128 fresh = stone;
    do {
        side->joined |= fresh;
        fresh = spread(fresh) & side->stones & ~side->joined;
    } while (fresh);
    return (side->joined & last[player]) != 0;
}

static Played playout(u64 *seed) {
    Side sides[2] = {{0, 0}, {0, 0}};
    unsigned char empty[CELLS];
    memcpy(empty, cells, CELLS);
    for (int moves = 0;; moves++) {
        int left = CELLS - moves;
        int k = (int)draw(seed, (u64)left);
        int site = empty[k];
        empty[k] = empty[left - 1];
        if (place(&sides[moves & 1], moves & 1, site)) return (Played){moves + 1, moves & 1};
    }
}

static u64 perft(Side own, Side other, int player, int left, int depth) {
    if (depth == 1) return (u64)left;
    u64 found = 0;
    for (int site = 0; site < CELLS; site++) {
        if ((own.stones | other.stones) & BIT(site)) continue;
        Side after = own;
        if (!place(&after, player, site)) found += perft(other, after, 1 - player, left - 1, depth - 1);
    }
    return found;
}

static u64 perft_start(int depth) {
    Side none = {0, 0};
    return depth ? perft(none, none, 0, CELLS, depth) : 1;
}

BENCH_MAIN(playout, perft_start, 256)
