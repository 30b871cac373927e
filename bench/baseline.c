/* The peer of bench/kernel.py: one shoe after another in plain scalar C.
 *
 * xoshiro256++, a partial Fisher-Yates shuffle of the shoe (only cards that are seen are drawn;
 * burned cards are counted), opening burn, cutting card, wars with their burns, outcomes counted.
 * Numbers below a bound are Lemire's, with rejection. One seat, always war.
 */
#include <stdint.h>

static uint64_t state[4];

static inline uint64_t rotated(uint64_t word, int bits) {
    return (word << bits) | (word >> (64 - bits));
}

static inline uint64_t next_word(void) {
    const uint64_t word = rotated(state[0] + state[3], 23) + state[0];
    const uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotated(state[3], 45);
    return word;
}

static inline uint32_t below(uint32_t bound) {
    uint64_t product = (next_word() >> 32) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t reject_below = -bound % bound;
        while ((uint32_t)product < reject_below) product = (next_word() >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

static inline uint8_t draw(uint8_t *left, uint32_t unseen) {
    const uint32_t place = below(unseen);
    const uint8_t rank = left[place];
    left[place] = left[unseen - 1];
    left[unseen - 1] = rank;
    return rank;
}

/* Deals `shoes` shoes; counts gets win, lose, war won, war tied, war lost. Gives the rounds. */
int64_t deal(int64_t shoes, int decks, int behind, int opening, int war_burns, uint64_t seed,
             int64_t counts[5]) {
    const int cards = 52 * decks, front = cards - behind;
    uint8_t left[52 * 16];
    for (int i = 0; i < cards; i++) left[i] = (uint8_t)(i % 13);
    for (int i = 0; i < 4; i++) {
        uint64_t word = (seed += 0x9E3779B97F4A7C15u);
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
        word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
        state[i] = word ^ (word >> 31);
    }
    int64_t rounds = 0, win = 0, lose = 0, war_won = 0, war_tied = 0, war_lost = 0;
    for (int64_t shoe = 0; shoe < shoes; shoe++) {
        int at = opening;
        uint32_t unseen = (uint32_t)cards;
        while (at <= front) {
            const uint8_t seat = draw(left, unseen), dealer = draw(left, unseen - 1);
            unseen -= 2;
            at += 2;
            win += seat > dealer;
            lose += seat < dealer;
            if (seat == dealer) {
                const uint8_t war_seat = draw(left, unseen), war_dealer = draw(left, unseen - 1);
                unseen -= 2;
                at += war_burns + 2;
                war_won += war_seat > war_dealer;
                war_tied += war_seat == war_dealer;
                war_lost += war_seat < war_dealer;
            }
            rounds++;
        }
    }
    counts[0] = win;
    counts[1] = lose;
    counts[2] = war_won;
    counts[3] = war_tied;
    counts[4] = war_lost;
    return rounds;
}
