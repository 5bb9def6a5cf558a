/* A compiled clip that comes from elsewhere: whether it may be sampled. The other half of clip.h's invariant.
   Invariant: what is left unchecked can do no harm: keys are whole numbers, so with ranges that are finite they cannot
   come to one that is not. Cost: O(groups + packed lanes), whatever the number of keys. */
#include "rig.h"
#include "simd/clip.h"

#include <math.h>

_Static_assert(sizeof(snw_compiled) == 96 && sizeof(snw_compiled_lanes) == 32, "as they stand in files");

#define MOST_ROTATION 4.0f /* a number of a rotation, with room to spare */
#define MOST_VECTOR 3.4028235e38f

typedef struct checking {
    const snw_compiled *block;
    size_t bytes;
    const sinew_skeleton *skeleton;
    const snw_clip *clip;
    uint32_t count[SNW_KINDS]; /* packed lanes so far */
    uint32_t exact;            /* lanes of curves that are sampled as they are */
    const char *fault;
} checking;

static bool fault(checking *c, const char *words) {
    if (!c->fault) c->fault = words;
    return false;
}

/* Whether so many bytes lie in the block; `align` as the type that is read there. */
static bool inside(checking *c, uint32_t offset, uint64_t size, uint32_t align) {
    if (offset % align == 0 && offset >= sizeof(snw_compiled) && offset <= c->bytes && size <= c->bytes - offset)
        return true;
    return fault(c, "a part of a compiled clip reaches past its end");
}

static bool within(float value, float most) { return value >= -most && value <= most; }

static float most_of(int kind) { return kind == SNW_ROTATION ? MOST_ROTATION : MOST_VECTOR; }

/* ---- groups ---- */

static uint32_t bits(uint32_t lanes) {
    uint32_t count = 0;
    for (; lanes; lanes &= lanes - 1) ++count;
    return count;
}

static void check_still(checking *c, const snw_compiled_lanes *of, int kind) {
    uint32_t width = kind == SNW_ROTATION ? 4 : 3;
    if (!inside(c, of->rows, (uint64_t)width * SNW_LANES * sizeof(float), SNW_WIDE_ALIGN)) return;
    const float *rows = snw_compiled_at(c->block, of->rows);
    for (uint32_t i = 0; i < width; ++i)
        for (uint32_t lane = 0; lane < SNW_LANES; ++lane)
            if (of->still >> lane & 1 && !within(rows[i * SNW_LANES + lane], most_of(kind)))
                fault(c, "a value of a compiled clip is too large or not a number");
}

/* Lanes that do not move take the first number too where nothing has to be kept. */
static bool ranks_fit(const snw_compiled_lanes *of) {
    for (uint32_t lane = 0, rank = 0; lane < SNW_LANES; ++lane) {
        if (lane == SNW_LANES / 2) rank = 0;
        uint32_t is = of->moving >> lane & 1 ? rank++ : 0;
        if (of->index[lane] != is) return false;
    }
    return true;
}

static void check_group(checking *c, uint32_t group, int kind) {
    const snw_compiled_lanes *of = snw_compiled_group(c->block, group) + kind;
    uint32_t left = c->skeleton->joint_count - group * SNW_LANES, shown = of->moving | of->still;
    uint32_t there = left < SNW_LANES ? (1u << left) - 1 : 0xFFFF;
    if (of->moving & of->still || shown & ~(uint32_t)of->all || of->all & ~there || of->first != c->count[kind] ||
        !ranks_fit(of))
        fault(c, "the lanes of a compiled clip do not fit together");
    if (shown && !c->block->kinds[kind].used) fault(c, "the lanes of a compiled clip do not fit together");
    if (of->still) check_still(c, of, kind);
    c->count[kind] += bits(of->moving);
    c->exact += bits(of->all & ~shown);
}

static void check_groups(checking *c) {
    const snw_compiled *b = c->block;
    uint64_t size = (uint64_t)b->group_count * SNW_KINDS * sizeof(snw_compiled_lanes);
    if (b->group_count != c->skeleton->group_count) fault(c, "a compiled clip has other groups than its model");
    if (c->fault || !inside(c, b->lanes, size, sizeof(uint32_t))) return;
    for (uint32_t g = 0; g < b->group_count; ++g)
        for (int kind = 0; kind < SNW_KINDS; ++kind) check_group(c, g, kind);
}

/* ---- curves that are sampled as they are ---- */

static void check_curves(checking *c) {
    const snw_compiled *b = c->block;
    if (c->fault || !inside(c, b->curves, (uint64_t)b->curve_count * sizeof(uint32_t), sizeof(uint32_t))) return;
    const uint32_t *curves = snw_compiled_at(b, b->curves);
    if (b->curve_count != c->exact) fault(c, "the exact curves of a compiled clip do not fit its lanes");
    for (uint32_t i = 0; i < b->curve_count && !c->fault; ++i) {
        if (curves[i] >= c->clip->joint_curve_count || (i && curves[i] <= curves[i - 1])) {
            fault(c, "the exact curves of a compiled clip are not there");
            return;
        }
        const sinew_curve *curve = &c->clip->curves[curves[i]];
        const snw_compiled_lanes *of = snw_compiled_group(b, curve->target / SNW_LANES) + (size_t)curve->channel;
        uint32_t shown = of->moving | of->still, open = of->all & ~shown;
        if (!(open >> curve->target % SNW_LANES & 1))
            fault(c, "the exact curves of a compiled clip do not fit its lanes");
    }
}

/* ---- packed lanes ---- */

/* What a key's number may be at most, as its range's step counts it. */
static double most_level(const snw_compiled_kind *k) { return k->words ? 1024.0 : 32768.0 * SNW_KEY_ONE; }

static void check_ranges(checking *c, const snw_compiled_kind *k, int kind) {
    size_t lanes = (size_t)k->quads * SNW_QUAD, steps = k->words ? 3 : SNW_CLIP_WIDTH;
    size_t width = kind == SNW_ROTATION && !k->words ? 4 : 3;
    const float *rows = snw_compiled_at(c->block, k->ranges);
    double most = (double)most_of(kind) / (k->words ? 2 : 1), level = most_level(k); /* words: differences too */
    bool fits = true;
    for (size_t i = 0; i < width; ++i)
        for (size_t lane = 0; lane < lanes; ++lane)
            fits =
                fits && fabs((double)rows[i * lanes + lane]) + fabs((double)rows[(steps + i) * lanes + lane]) * level <=
                            most; /* false of what is not a number */
    for (size_t i = 6 * lanes; k->words && kind == SNW_ROTATION && i < 10 * lanes; ++i)
        fits = fits && within(rows[i], MOST_ROTATION);
    if (!fits) fault(c, "a range of a compiled clip is too large or not a number");
}

static void check_kind(checking *c, int kind) {
    const snw_compiled *b = c->block;
    const snw_compiled_kind *k = &b->kinds[kind];
    uint64_t lanes = (uint64_t)k->quads * SNW_QUAD, rows = k->words ? kind == SNW_ROTATION ? 10 : 6 : 8;
    uint64_t key = lanes * (k->words ? sizeof(uint32_t) : SNW_CLIP_WIDTH * sizeof(int16_t));
    if (k->words > 1 || k->quads != (c->count[kind] + SNW_QUAD - 1) / SNW_QUAD) {
        fault(c, "the lanes of a compiled clip do not fit together");
        return;
    }
    if (k->part % sizeof(uint32_t) || k->part > b->key_bytes || key > b->key_bytes - k->part)
        fault(c, "a part of a compiled clip reaches past its end");
    /* Wide loads of the last lanes go on into what follows. */
    if (inside(c, k->ranges, lanes * rows * sizeof(float) + SNW_CLIP_SLACK, SNW_WIDE_ALIGN)) check_ranges(c, k, kind);
}

static void check_keys(checking *c) {
    const snw_compiled *b = c->block;
    uint64_t keys = (uint64_t)b->interval_count + 1;
    if (b->key_bytes % sizeof(uint32_t) || (!b->key_bytes && b->interval_count) ||
        !(b->start - b->start == 0 && b->rate - b->rate == 0))
        fault(c, "the keys of a compiled clip have no time");
    inside(c, b->keys, keys * b->key_bytes + SNW_CLIP_SLACK, sizeof(uint32_t));
    for (int kind = 0; kind < SNW_KINDS && !c->fault; ++kind) check_kind(c, kind);
}

const char *snw_block_check(const snw_compiled *block, size_t bytes, const sinew_skeleton *skeleton,
                            const snw_clip *clip) {
    checking c = { .block = block, .bytes = bytes, .skeleton = skeleton, .clip = clip };
    if (bytes < sizeof *block || block->bytes != bytes) return "a compiled clip is cut";
    check_groups(&c);
    check_curves(&c);
    if (!c.fault) check_keys(&c);
    return c.fault;
}
