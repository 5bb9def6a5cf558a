/* See compile_pack.h. */
#include "compile_pack.h"

#include "math/vector64.h"

#include <math.h>
#include <string.h>

/* On either side of the middle. Of words one is kept free, for what a rotation makes up for. */
static const int LEVELS[4] = { 32767, 32767, 32767, 32767 }, WORD_LEVELS[3] = { 1023, 1023, 511 };

/* The least fourth number of a word. */
#define FOURTH 0.2

/* What moves by less on the grid stands still after all: a root whose movement was left out, say. */
#define STILL 1e-6f

static snw_dq quat_of(const float *v) { return (snw_dq){ (double)v[0], (double)v[1], (double)v[2], (double)v[3] }; }

static snw_dq since_mean(const snw_packed *p, const float *value) {
    return snw_dq_mul(snw_dq_conjugate(quat_of(p->mean)), quat_of(value));
}

void snw_packed_numbers(const snw_packed *p, const float *value, float out[4]) {
    memcpy(out, value, 4 * sizeof *out);
    if (!p->turned) return;
    snw_dq d = since_mean(p, value);
    out[0] = (float)d.x;
    out[1] = (float)d.y;
    out[2] = (float)d.z;
}

/* ---- ranges ---- */

static void find_range(const snw_compiling *c, const snw_grid *grid, uint32_t width, const int *levels, int spare,
                       snw_packed *out) {
    float low[4], high[4], numbers[4];
    snw_packed_numbers(out, snw_packed_value(c, grid, out, 0), low);
    memcpy(high, low, sizeof high);
    for (uint32_t k = 1; k <= grid->intervals; ++k) {
        snw_packed_numbers(out, snw_packed_value(c, grid, out, k), numbers);
        for (uint32_t i = 0; i < width; ++i) {
            low[i] = numbers[i] < low[i] ? numbers[i] : low[i];
            high[i] = numbers[i] > high[i] ? numbers[i] : high[i];
        }
    }
    for (uint32_t i = 0; i < width; ++i) {
        out->middle[i] = 0.5f * (low[i] + high[i]);
        out->step[i] = (high[i] - low[i]) / (float)(2 * (levels[i] - spare));
        out->moves |= high[i] - low[i] > (width == 4 ? 0.25f * STILL : STILL);
    }
}

static bool find_mean(const snw_compiling *c, const snw_grid *grid, snw_packed *out) {
    snw_dq sum = { 0, 0, 0, 0 };
    for (uint32_t k = 0; k <= grid->intervals; ++k) {
        snw_dq q = quat_of(snw_packed_value(c, grid, out, k));
        sum = (snw_dq){ sum.x + q.x, sum.y + q.y, sum.z + q.z, sum.w + q.w };
    }
    sum = snw_dq_unit(sum);
    const float mean[4] = { (float)sum.x, (float)sum.y, (float)sum.z, (float)sum.w };
    memcpy(out->mean, mean, sizeof mean);
    for (uint32_t k = 0; k <= grid->intervals; ++k)
        if (since_mean(out, snw_packed_value(c, grid, out, k)).w < FOURTH) return false;
    return true;
}

bool snw_pack(const snw_compiling *c, const snw_grid *grid, const snw_track *track, snw_packed *out) {
    bool words = c->words >> track->curve->channel & 1, rotation = track->width == 4;
    out->turned = false;
    find_range(c, grid, track->width, words && !rotation ? WORD_LEVELS : LEVELS, 0, out);
    if (!words || !rotation || !out->moves) return true;
    if (!find_mean(c, grid, out)) return false;
    out->turned = true;
    find_range(c, grid, 3, WORD_LEVELS, 1, out);
    return true;
}

/* ---- levels ---- */

static int32_t level_of(float value, const snw_packed *p, uint32_t i, const int *levels) {
    if (!(p->step[i] > 0)) return 0;
    double level = ((double)value - (double)p->middle[i]) / (double)p->step[i];
    if (!(level > -levels[i])) return -levels[i];
    if (!(level < levels[i])) return levels[i];
    return (int32_t)(level < 0 ? level - 0.5 : level + 0.5);
}

int16_t snw_packed_level(const snw_packed *p, uint32_t i, float number) {
    return (int16_t)level_of(number, p, i, LEVELS);
}

uint32_t snw_packed_word(const snw_packed *p, const float numbers[3]) {
    uint32_t x = (uint32_t)level_of(numbers[0], p, 0, WORD_LEVELS);
    uint32_t y = (uint32_t)level_of(numbers[1], p, 1, WORD_LEVELS);
    return (x & 0x7FF) | (y & 0x7FF) << 11 | (uint32_t)level_of(numbers[2], p, 2, WORD_LEVELS) << 22;
}

/* What a value comes to once it is a word. */
static snw_dq as_word(const snw_packed *p, const float *value) {
    float numbers[4];
    double v[3], square = 0;
    snw_packed_numbers(p, value, numbers);
    for (uint32_t i = 0; i < 3; ++i) {
        v[i] = (double)p->middle[i] + (double)p->step[i] * level_of(numbers[i], p, i, WORD_LEVELS);
        square += v[i] * v[i];
    }
    return snw_dq_mul(quat_of(p->mean), (snw_dq){ v[0], v[1], v[2], square < 1 ? sqrt(1 - square) : 0 });
}

/* ---- chains ---- */

typedef struct chain {
    uint32_t *rotation; /* of each joint its track, or SINEW_NONE */
    bool *carries;      /* what it is off by goes to its children unchanged by a scale */
    snw_dq *off;        /* what it is turned by too little */
} chain;

static bool open_chain(const snw_compiling *c, chain *to) {
    const sinew_skeleton *s = &c->model->skeleton;
    to->rotation = snw_arena_array(c->scratch, s->joint_count, sizeof *to->rotation);
    to->carries = snw_arena_array(c->scratch, s->joint_count, sizeof *to->carries);
    to->off = snw_arena_array(c->scratch, s->joint_count, sizeof *to->off);
    if (c->scratch->failed) return false;
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        sinew_vec3 scale = s->rest[j].scale;
        to->rotation[j] = SINEW_NONE;
        to->carries[j] = scale.x > 0 && fabsf(scale.y - scale.x) < 1e-4f && fabsf(scale.z - scale.x) < 1e-4f;
    }
    for (uint32_t i = 0; i < c->track_count; ++i) {
        const snw_track *track = &c->tracks[i];
        if (track->curve->channel == SINEW_CHANNEL_ROTATION) to->rotation[track->joint] = i;
        if (track->curve->channel == SINEW_CHANNEL_SCALE && track->use != SNW_TRACK_STILL)
            to->carries[track->joint] = false;
    }
    return true;
}

/* A joint at a key, its parent being off by `off`. Returns by how much it is off. */
static snw_dq follow(const snw_compiling *c, const snw_grid *grid, const snw_track *track, const snw_packed *p,
                     uint32_t key, snw_dq off) {
    static const snw_dq NONE = { 0, 0, 0, 1 };
    if (track->use == SNW_TRACK_EXACT) return NONE;
    if (track->use == SNW_TRACK_STILL || !p->turned) {
        snw_dq own = quat_of(track->use == SNW_TRACK_STILL ? track->still : snw_packed_value(c, grid, p, key));
        return snw_dq_mul(snw_dq_conjugate(own), snw_dq_mul(off, own));
    }
    float *value = snw_packed_value(c, grid, p, key);
    snw_dq wanted = snw_dq_unit(snw_dq_mul(off, quat_of(value)));
    const float numbers[4] = { (float)wanted.x, (float)wanted.y, (float)wanted.z, (float)wanted.w };
    memcpy(value, numbers, sizeof numbers);
    return snw_dq_mul(snw_dq_conjugate(as_word(p, value)), wanted);
}

bool snw_pack_follow(const snw_compiling *c, const snw_grid *grid, const snw_packed *tracks) {
    const sinew_skeleton *s = &c->model->skeleton;
    chain all;
    if (!open_chain(c, &all)) return false;
    for (uint32_t k = 0; k <= grid->intervals; ++k)
        for (uint32_t j = 0; j < s->joint_count; ++j) {
            uint32_t parent = s->parent[j], track = all.rotation[j];
            snw_dq off = { 0, 0, 0, 1 };
            if (parent != SINEW_NONE && all.carries[parent]) off = all.off[parent];
            if (track != SINEW_NONE) off = follow(c, grid, &c->tracks[track], &tracks[track], k, off);
            else {
                snw_dq rest = snw_dq_of(s->rest[j].rotation);
                off = snw_dq_mul(snw_dq_conjugate(rest), snw_dq_mul(off, rest));
            }
            all.off[j] = off;
        }
    return true;
}
