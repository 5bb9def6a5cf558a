/* The kernels of the pose engine: what they work on and which of them this machine runs.

   One text (kernels_*.h over wide.h) is compiled once for each instruction set; each build of it is a table of
   functions. Invariant: every set gives what the scalar set gives, up to the rounding of an estimated root and of a
   multiplication fused with an addition; nothing here knows a type of the public headers. */
#ifndef SNW_SIMD_H
#define SNW_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SNW_LANES = 16 };

/* Where a component stands in a group. */
enum { SNW_TX, SNW_TY, SNW_TZ, SNW_RX, SNW_RY, SNW_RZ, SNW_RW, SNW_SX, SNW_SY, SNW_SZ, SNW_COMPONENTS };

enum { SNW_TRANSLATION, SNW_ROTATION, SNW_SCALE, SNW_KINDS };

/* What kernels read wide lies at multiples of so many bytes, wherever it is: inverse bind matrices too. */
#define SNW_WIDE_ALIGN 16

/* Local transforms of SNW_LANES joints, a component a row. */
typedef struct snw_group {
    _Alignas(SNW_WIDE_ALIGN) float row[SNW_COMPONENTS][SNW_LANES];
} snw_group;

/* How much of each joint's translation, rotation and scale there is, where it differs from joint to joint. */
typedef struct snw_shares {
    _Alignas(SNW_WIDE_ALIGN) float row[SNW_KINDS][SNW_LANES];
} snw_shares;

/* What a value shows of a group: of each kind the lanes that it has at all, one bit each. In them the share is `share`,
   or, where `uneven` has the kind's bit, what stands in the row of the group's snw_shares. The numbers of the other
   lanes, and their shares' rows, mean nothing: they are never read into a result. */
typedef struct snw_present {
    uint16_t lanes[SNW_KINDS];
    uint16_t uneven; /* bits 1 << kind */
    float share[SNW_KINDS];
} snw_present;

/* A value as kernels read it, with the weight that it counts with. */
typedef struct snw_part {
    const snw_group *groups;
    const snw_present *present; /* NULL: all of every lane */
    const snw_shares *shares;
    float weight;
    bool plain; /* of every lane that it has it has all; `shares` is not read */
} snw_part;

/* The rotation that weighs most so far, whose hemisphere the others are turned to. */
typedef struct snw_lead {
    _Alignas(SNW_WIDE_ALIGN) float weight[SNW_LANES];
    float row[4][SNW_LANES];
} snw_lead;

/* The weighted mean of values: all of them at once, or so many at a time, between which the mean's rows hold sums, its
   shares' rows what they weigh, and `leads` who leads. Weights are parts of `whole`, so that all of them sum to 1. */
enum { SNW_PARTS = 4 };
typedef struct snw_mixing {
    const snw_part *parts; /* of those that weigh the same the first leads */
    uint32_t count;        /* SNW_PARTS at most */
    const snw_part *offer; /* of more times than one: may lead, before the parts, and is not added */
    bool first, last;      /* of the times; both: `leads` is not used */
    float whole;
    uint32_t group_count;
    snw_group *groups;
    snw_present *present;
    snw_shares *shares;
    snw_lead *leads;
} snw_mixing;

/* What a mask lets through of a group, where that is known: the joints that it lets anything through of, and all. */
typedef struct snw_lets {
    uint16_t any, all;
} snw_lets;

/* weights: of whole groups. */
static inline void snw_mask_lets(const float *weights, uint32_t group_count, snw_lets *out) {
    for (uint32_t i = 0; i < group_count * SNW_LANES; ++i) {
        snw_lets *lets = &out[i / SNW_LANES];
        uint32_t lane = i % SNW_LANES;
        if (!lane) *lets = (snw_lets){ 0, 0 };
        lets->any = (uint16_t)(lets->any | (uint32_t)(weights[i] > 0) << lane);
        lets->all = (uint16_t)(lets->all | (uint32_t)(weights[i] >= 1) << lane);
    }
}

/* A value put over what lies below, by weight × mask × share. `out` may be `below`; where nothing is put they are the
   same bits. */
typedef struct snw_over {
    snw_part value;
    const snw_group *reference; /* of adding */
    const float *mask;          /* joint_count of them, or NULL: 1 */
    const snw_lets *lets;       /* of the mask, or NULL: not known */
    const snw_group *below;
    snw_group *out;
    uint32_t joint_count;
    bool unscaled; /* the value has no scale, and `out` has that which lies below */
} snw_over;

/* Three rows of a matrix; the last four are room for wide loads and stores. */
typedef struct snw_matrix {
    _Alignas(SNW_WIDE_ALIGN) float m[16];
} snw_matrix;

/* Matrices are made at out[1] and on; out[0] is the identity, the parent of those that have none. */
typedef struct snw_hierarchy {
    const snw_group *groups;
    const uint32_t
        *above; /* of each joint, and each lane past the last: the floats to its parent's matrix, before it */
    uint32_t joint_count;
    const uint8_t *unit; /* of each group: 1: all scales are 1; or NULL */
} snw_hierarchy;

typedef struct snw_skinning {
    const snw_matrix *models;
    const uint32_t *joints;
    const float *inverse_bind; /* 12 each */
    uint32_t count;
    float *out; /* 12 each */
} snw_skinning;

/* A palette that is made with the models. */
typedef struct snw_placed {
    const uint32_t *places;    /* of each joint, and each lane past the last: floats to it, or UINT32_MAX: none */
    const float *inverse_bind; /* 12 each, in the palette's order */
    float *out;
} snw_placed;

typedef struct snw_plan snw_plan; /* plan.h */

typedef struct snw_kernels {
    const char *name;
    uint32_t lanes; /* at once */
    void (*mix)(const snw_mixing *mix);
    void (*replace)(const snw_over *over);
    /* Both, over->value being the mixing's mean with its weight, which then is of no meaning. */
    void (*mix_over)(const snw_mixing *mix, const snw_over *over);
    void (*add)(const snw_over *over);
    /* Local transforms to model matrices; out: of whole groups, and one more before. */
    void (*models)(const snw_hierarchy *joints, snw_matrix *out);
    /* And with them a palette: children that wait for their parents leave time for it. */
    void (*models_placed)(const snw_hierarchy *joints, snw_matrix *out, const snw_placed *placed);
    void (*palette)(const snw_skinning *skinning);
    /* The same past the caches, where the set can; out: aligned to 16. Others see it after stream_end. */
    void (*palette_stream)(const snw_skinning *skinning);
    void (*stream_end)(void);
    /* What a plan's compiled clip shows at a time in seconds, into its first `count` groups' lanes that it has as keys
       or still values; the rest of them, and the lanes of curves that are sampled as they are, keep what is there. */
    void (*sample_clip)(const snw_plan *plan, double time, uint32_t count, snw_group *groups);
    /* The same into a value of its own: the lanes that the clip does not have become finite numbers of no meaning. */
    void (*sample_apart)(const snw_plan *plan, double time, uint32_t count, snw_group *groups);
} snw_kernels;

/* Each is NULL where this build of the library has no such set. They do not say what the processor can do. */
const snw_kernels *snw_kernels_scalar(void);
const snw_kernels *snw_kernels_sse2(void);
const snw_kernels *snw_kernels_avx2(void);
const snw_kernels *snw_kernels_avx512(void);
const snw_kernels *snw_kernels_neon(void);

/* The sets that this machine runs, the slowest (scalar) first. Returns how many there are. */
enum { SNW_SETS_MOST = 5 };
uint32_t snw_kernels_list(const snw_kernels *sets[SNW_SETS_MOST]);
/* The set of that name, or the best below it that this machine runs; NULL or no known name: the best. */
const snw_kernels *snw_kernels_named(const char *name);
/* What the environment's SINEW_SIMD names, else the best. */
const snw_kernels *snw_kernels_choose(void);

#endif
