/* A clip compiled for play: keys at a uniform rate, in 16 bits, of the lanes that move alone.

   It is one block without pointers, so that it may lie in a file and be used from there: places in it are bytes from
   its start. Invariant: what the compiler of clips writes can be sampled at any
   time without a read outside the block.

   Of each kind the moving lanes of all groups stand packed, in the order of joints, in fours (quads). A key has of each
   kind pieces of 16 bytes: the first and second number of quad 0 (x of its four joints, then y), of quad 1 ..., then
   the third and fourth likewise. A number is middle + step × key ÷ SNW_KEY_ONE. What has the same value for the whole
   clip stands as it is, in rows of a group, and costs no keys. */
#ifndef SNW_SIMD_CLIP_H
#define SNW_SIMD_CLIP_H

#include "simd.h"

enum {
    SNW_QUAD = 4,
    SNW_KEY_ONE = 16384, /* the whole way from a key to the next */
    SNW_CLIP_SLACK = 64, /* bytes after the last key that wide loads may read */
    SNW_CLIP_WIDTH = 4   /* numbers a lane, of every kind; the fourth of a translation and scale means nothing */
};

/* A kind of a group. */
typedef struct snw_compiled_lanes {
    uint16_t moving; /* lanes with keys */
    uint16_t still;  /* lanes with one value */
    uint16_t all;    /* these and the lanes of curves that are sampled as they are */
    uint16_t unused;
    uint32_t first;    /* of its moving lanes, among the packed ones of the kind */
    uint32_t rows;     /* where the values of its still lanes stand: SNW_LANES floats a component; 0: there are none */
    uint8_t index[16]; /* of each moving lane: its packed lane less that of the first in its half; of others 0 */
} snw_compiled_lanes;

/* The packed lanes of a kind. */
typedef struct snw_compiled_kind {
    uint16_t quads;
    uint16_t words;  /* 1: keys are words of 32 bits (kernel_words.h), a lane after the other */
    uint32_t part;   /* where they begin in a key */
    uint32_t ranges; /* 4 rows of middles, then 4 of steps, each 4 × quads floats; of words 3, 3 and a mean */
    uint32_t used;   /* 0: no lane of it moves or stands still */
} snw_compiled_kind;

typedef struct snw_compiled {
    uint32_t bytes; /* of all of it, slack included */
    uint32_t group_count;
    uint32_t interval_count; /* one less than keys; 0: there are no keys */
    uint32_t key_bytes;
    uint32_t keys;
    uint32_t lanes;  /* snw_compiled_lanes[group_count][SNW_KINDS] */
    uint32_t curves; /* indices of the curves that are sampled as they are */
    uint32_t curve_count;
    snw_compiled_kind kinds[SNW_KINDS];
    double start; /* of the first key, in seconds */
    double rate;  /* keys a second */
} snw_compiled;

static inline const void *snw_compiled_at(const snw_compiled *clip, uint32_t offset) {
    return (const char *)clip + offset;
}

static inline const snw_compiled_lanes *snw_compiled_group(const snw_compiled *clip, uint32_t group) {
    const snw_compiled_lanes *all = snw_compiled_at(clip, clip->lanes);
    return all + (size_t)group * SNW_KINDS;
}

/* What the clip has, by groups: all of every lane that it has. */
static inline void snw_compiled_shows(const snw_compiled *clip, snw_present *out) {
    const snw_compiled_lanes *of = snw_compiled_group(clip, 0);
    for (uint32_t g = 0; g < clip->group_count; ++g, of += SNW_KINDS)
        out[g] = (snw_present){ .lanes = { of[0].all, of[1].all, of[2].all }, .share = { 1.0f, 1.0f, 1.0f } };
}

/* Where a time lies among the keys. */
typedef struct snw_key_pair {
    const char *a, *b;
    int32_t f; /* of SNW_KEY_ONE */
} snw_key_pair;

static inline snw_key_pair snw_compiled_keys(const snw_compiled *clip, double time) {
    double at = (time - clip->start) * clip->rate, last = (double)clip->interval_count;
    at = at > 0 ? (at < last ? at : last) : 0; /* NaN: 0 */
    uint32_t key = (uint32_t)at;
    if (key && key == clip->interval_count) --key;
    const char *a = (const char *)snw_compiled_at(clip, clip->keys) + (size_t)key * clip->key_bytes;
    return (snw_key_pair){ a, a + (clip->interval_count ? clip->key_bytes : 0),
                           (int32_t)((at - (double)key) * SNW_KEY_ONE + 0.5) };
}

#endif
