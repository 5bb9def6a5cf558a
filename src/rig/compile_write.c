/* The block of a compiled clip. Invariant: it is laid out by one function that runs twice, once to count and once to
   write, so that the two cannot disagree. */
#include "compile_pack.h"

#include <string.h>

typedef struct layout {
    const snw_compiling *compiling;
    const snw_grid *grid;
    const snw_packed *tracks;
    char *base; /* NULL while counting */
    uint64_t used;
} layout;

static uint64_t take(layout *l, uint64_t bytes) {
    uint64_t at = l->used;
    l->used += (bytes + 15) / 16 * 16;
    return at;
}

static int kind_of(const snw_track *track) { return (int)track->curve->channel; }

/* ---- groups ---- */

/* Tracks stand by joint and then by channel, so one pass over them packs every kind in the order of joints. */
static void write_lanes(layout *l, snw_compiled *head, snw_compiled_lanes *lanes) {
    const snw_compiling *c = l->compiling;
    uint32_t count[SNW_KINDS] = { 0 }, next = 0;
    for (uint32_t g = 0; g < head->group_count; ++g) {
        snw_compiled_lanes *of = &lanes[(size_t)g * SNW_KINDS];
        for (int kind = 0; kind < SNW_KINDS; ++kind) of[kind].first = count[kind];
        for (; next < c->track_count && c->tracks[next].joint / SNW_LANES == g; ++next) {
            const snw_track *track = &c->tracks[next];
            int kind = kind_of(track);
            uint32_t lane = track->joint % SNW_LANES, bit = 1u << lane, half = lane < 8 ? 0xFFu : 0xFF00u;
            of[kind].all = (uint16_t)(of[kind].all | bit);
            if (track->use == SNW_TRACK_EXACT) continue;
            head->kinds[kind].used = 1;
            if (!l->tracks[next].moves) {
                of[kind].still = (uint16_t)(of[kind].still | bit);
                continue;
            }
            for (uint32_t before = of[kind].moving & half; before; before &= before - 1) ++of[kind].index[lane];
            of[kind].moving = (uint16_t)(of[kind].moving | bit);
            ++count[kind];
        }
    }
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        head->kinds[kind].quads = (uint16_t)((count[kind] + SNW_QUAD - 1) / SNW_QUAD);
        head->kinds[kind].words = c->words >> kind & 1;
    }
}

static void write_still(layout *l, const snw_compiled *head, snw_compiled_lanes *lanes) {
    const snw_compiling *c = l->compiling;
    for (size_t i = 0; i < (size_t)head->group_count * SNW_KINDS; ++i)
        if (lanes[i].still)
            lanes[i].rows = (uint32_t)take(l, (i % SNW_KINDS == SNW_ROTATION ? 4u : 3u) * SNW_LANES * sizeof(float));
    for (uint32_t i = 0; l->base && i < c->track_count; ++i) {
        const snw_track *track = &c->tracks[i];
        if (track->use == SNW_TRACK_EXACT || l->tracks[i].moves) continue;
        const float *value = track->use == SNW_TRACK_STILL ? track->still : l->tracks[i].middle;
        size_t of = (size_t)(track->joint / SNW_LANES) * SNW_KINDS + (size_t)kind_of(track);
        float *rows = (void *)(l->base + lanes[of].rows);
        for (uint32_t n = 0; n < track->width; ++n) rows[n * SNW_LANES + track->joint % SNW_LANES] = value[n];
    }
}

/* ---- packed lanes ---- */

typedef void lane_writer(layout *l, const snw_compiled *head, int kind, uint32_t lane, uint32_t track);

static void each_moving(layout *l, const snw_compiled *head, lane_writer *write) {
    uint32_t count[SNW_KINDS] = { 0 };
    for (uint32_t i = 0; i < l->compiling->track_count; ++i) {
        const snw_track *track = &l->compiling->tracks[i];
        if (track->use != SNW_TRACK_EXACT && l->tracks[i].moves)
            write(l, head, kind_of(track), count[kind_of(track)]++, i);
    }
}

static void write_range(layout *l, const snw_compiled *head, int kind, uint32_t lane, uint32_t track) {
    size_t lanes = (size_t)head->kinds[kind].quads * SNW_QUAD, words = head->kinds[kind].words;
    const snw_packed *p = &l->tracks[track];
    float *rows = (float *)(void *)(l->base + head->kinds[kind].ranges) + lane;
    size_t width = words ? 3 : l->compiling->tracks[track].width, steps = words ? 3 : SNW_CLIP_WIDTH;
    for (size_t i = 0; i < width; ++i) {
        rows[i * lanes] = p->middle[i];
        rows[(steps + i) * lanes] = words ? p->step[i] : p->step[i] / SNW_KEY_ONE;
    }
    for (size_t i = 0; words && kind == SNW_ROTATION && i < 4; ++i) rows[(6 + i) * lanes] = p->mean[i];
}

static void write_keys(layout *l, const snw_compiled *head, int kind, uint32_t lane, uint32_t track) {
    size_t second = (size_t)head->kinds[kind].quads * SNW_QUAD * 2; /* numbers to the third and fourth */
    const snw_packed *p = &l->tracks[track];
    for (uint32_t k = 0; k <= head->interval_count; ++k) {
        char *part = l->base + head->keys + (size_t)k * head->key_bytes + head->kinds[kind].part;
        float numbers[4];
        snw_packed_numbers(p, snw_packed_value(l->compiling, l->grid, p, k), numbers);
        if (head->kinds[kind].words) {
            ((uint32_t *)(void *)part)[lane] = snw_packed_word(p, numbers);
            continue;
        }
        int16_t *piece = (int16_t *)(void *)part + lane / SNW_QUAD * 2 * SNW_QUAD + lane % SNW_QUAD;
        for (uint32_t i = 0; i < l->compiling->tracks[track].width; ++i)
            piece[i / 2 * second + i % 2 * SNW_QUAD] = snw_packed_level(p, i, numbers[i]);
    }
}

/* Lanes that fill a quad up: a rotation by nothing, so that they have a length too. */
static void write_fill(layout *l, const snw_compiled *head) {
    size_t lanes = (size_t)head->kinds[SNW_ROTATION].quads * SNW_QUAD;
    float *w = (float *)(void *)(l->base + head->kinds[SNW_ROTATION].ranges) + 3 * lanes;
    if (head->kinds[SNW_ROTATION].words) return; /* their fourth number is 1 */
    for (size_t i = lanes < SNW_QUAD ? 0 : lanes - SNW_QUAD; i < lanes; ++i) w[i] = 1.0f;
}

/* ---- the block ---- */

static void write_curves(layout *l, snw_compiled *head) {
    const snw_compiling *c = l->compiling;
    for (uint32_t i = 0; i < c->track_count; ++i) head->curve_count += c->tracks[i].use == SNW_TRACK_EXACT;
    head->curves = (uint32_t)take(l, (uint64_t)head->curve_count * sizeof(uint32_t));
    uint32_t *out = l->base ? (void *)(l->base + head->curves) : NULL;
    for (uint32_t i = 0; out && i < c->track_count; ++i)
        if (c->tracks[i].use == SNW_TRACK_EXACT) *out++ = c->tracks[i].index;
}

static void place_keys(layout *l, snw_compiled *head) {
    uint64_t key = 0;
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        snw_compiled_kind *k = &head->kinds[kind];
        uint64_t lanes = (uint64_t)k->quads * SNW_QUAD, rows = k->words ? kind == SNW_ROTATION ? 10 : 6 : 8;
        k->ranges = (uint32_t)take(l, lanes * rows * sizeof(float));
        k->part = (uint32_t)key;
        key += lanes * (k->words ? sizeof(uint32_t) : SNW_CLIP_WIDTH * sizeof(int16_t));
    }
    if (!key) head->interval_count = 0;
    head->key_bytes = (uint32_t)key;
    head->keys = (uint32_t)take(l, key * ((uint64_t)head->interval_count + 1) + SNW_CLIP_SLACK);
}

/* `lanes` is scratch of the right size, cleared. */
static void lay_out(layout *l, snw_compiled *head, snw_compiled_lanes *lanes) {
    const snw_compiling *c = l->compiling;
    *head = (snw_compiled){ .group_count = c->model->skeleton.group_count, .interval_count = l->grid->intervals };
    head->start = c->start;
    head->rate = c->end > c->start ? head->interval_count / (c->end - c->start) : 0;
    l->used = 0;
    take(l, sizeof *head);
    size_t lane_bytes = (size_t)head->group_count * SNW_KINDS * sizeof *lanes;
    head->lanes = (uint32_t)take(l, lane_bytes);
    memset(lanes, 0, lane_bytes);
    write_lanes(l, head, lanes);
    write_curves(l, head);
    write_still(l, head, lanes);
    place_keys(l, head);
    head->bytes = l->used < UINT32_MAX ? (uint32_t)l->used : 0;
    if (!l->base) return;
    memcpy(l->base + head->lanes, lanes, lane_bytes);
    write_fill(l, head);
    each_moving(l, head, write_range);
    each_moving(l, head, write_keys);
    memcpy(l->base, head, sizeof *head);
}

snw_compiled *snw_compile_write(const snw_compiling *c, const snw_grid *grid, snw_arena *arena) {
    snw_packed *tracks = snw_arena_array(c->scratch, c->track_count, sizeof *tracks);
    size_t lane_count = (size_t)c->model->skeleton.group_count * SNW_KINDS;
    snw_compiled_lanes *lanes = snw_arena_array(c->scratch, lane_count, sizeof *lanes);
    if (!tracks || !lanes) return NULL;
    for (uint32_t i = 0, column = 0; i < c->track_count; ++i) {
        if (c->tracks[i].use != SNW_TRACK_MOVING) continue;
        tracks[i].column = column++;
        if (!snw_pack(c, grid, &c->tracks[i], &tracks[i])) return NULL;
    }
    if (c->words >> SNW_ROTATION & 1 && !snw_pack_follow(c, grid, tracks)) return NULL;
    layout l = { .compiling = c, .grid = grid, .tracks = tracks };
    snw_compiled head;
    lay_out(&l, &head, lanes);
    if (!head.bytes || head.bytes > INT32_MAX) return NULL;
    l.base = snw_arena_take(arena, head.bytes);
    if (!l.base) return NULL;
    lay_out(&l, &head, lanes);
    return (void *)l.base;
}
