/* What the four programs share: the random numbers, the clock and the command line.
 *
 *     PROGRAM --seconds S --seed N     random playouts for S seconds of CPU time; one line of JSON
 *     PROGRAM perft DEPTH              the number of ways to play DEPTH moves, counted in bulk at the last ply
 *
 * A program includes this file, defines playout() and perft_start(), and ends with BENCH_MAIN.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef unsigned __int128 u128;

#define INLINE static inline __attribute__((always_inline))

/* A finished game: how many moves it took, and who won (0 or 1, 2 for nobody). */
typedef struct {
    int moves;
    int winner;
} Played;

/* wyrand, and an even draw below n by the high half of a product. */
INLINE u64 draw(u64 *seed, u64 n) {
    *seed += 0xa0761d6478bd642fULL;
    u128 product = (u128)*seed * (*seed ^ 0xe7037ed1a0b428dbULL);
    u64 random = (u64)(product >> 64) ^ (u64)product;
    return (u64)(((u128)random * n) >> 64);
}

INLINE int count(u64 set) { return __builtin_popcountll(set); }

INLINE int lowest(u64 set) { return __builtin_ctzll(set); }

/* The k-th member of a set, from 0. */
INLINE int member(u64 set, unsigned k) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ULL << k, set));
#else
    while (k--) set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef Played (*Playout)(u64 *seed);
typedef u64 (*Perft)(int depth);

INLINE int bench_main(int argc, char **argv, Playout playout, Perft perft, int batch) {
    if (argc == 3 && !strcmp(argv[1], "perft")) {
        double begin = cpu_seconds();
        u64 found = perft(atoi(argv[2]));
        printf("{\"perft\": %llu, \"cpu_seconds\": %.6f}\n", (unsigned long long)found, cpu_seconds() - begin);
        return 0;
    }
    double seconds = 1;
    u64 seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--seconds")) seconds = atof(argv[i + 1]);
        else if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        else argc = 0;
    }
    if (argc % 2 == 0) {
        fprintf(stderr, "usage: %s [--seconds S] [--seed N] | perft DEPTH\n", argv[0]);
        return 2;
    }
    u64 playouts = 0, moves = 0, results[3] = {0, 0, 0};
    double begin = cpu_seconds(), spent;
    do {
        for (int i = 0; i < batch; i++) {
            Played played = playout(&seed);
            moves += (u64)played.moves;
            results[played.winner]++;
        }
        playouts += (u64)batch;
        spent = cpu_seconds() - begin;
    } while (spent < seconds);
    printf("{\"playouts\": %llu, \"moves\": %llu, \"cpu_seconds\": %.6f, \"wins\": [%llu, %llu], \"draws\": %llu}\n",
           (unsigned long long)playouts, (unsigned long long)moves, spent, (unsigned long long)results[0],
           (unsigned long long)results[1], (unsigned long long)results[2]);
    return 0;
}

#define BENCH_MAIN(playout, perft, batch) \
    int main(int argc, char **argv) { return bench_main(argc, argv, playout, perft, batch); }

#endif
