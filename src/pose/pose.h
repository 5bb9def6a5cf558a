/* What a pose is inside, and the stages between a sample list and joints.

   Invariant: a pose is one block; everything below points into it, so apply allocates nothing. A `value` says what
   something shows and how much of it: the share of a component is 0 where it shows nothing (its numbers then mean
   nothing and are never read into a result) and at most 1. Clips, the mean of a layer and what a fade holds are all
   values, so a layer adds them up without knowing which is which. Lanes past the last joint stay at the identity.

   Memory: for n joints in whole groups about n × 54 bytes a value; a value for each clip that is mixed at once, two
   more to work in, four for each layer (two kept results, the hold, and the rates of an inertial one), the local
   transforms and the model matrices. */
#ifndef SNW_POSE_H
#define SNW_POSE_H

#include "sinew/palette.h"

#include "math/vector.h"
#include "rig/rig.h"

/* Groups in blocks of 64 bytes; `present` says which of the numbers and shares count (simd.h). */
typedef struct snw_value {
    snw_group *groups;
    snw_present *present; /* NULL: all of everything */
    snw_shares *shares;
    float *morphs;       /* the model's morph weights */
    float *morph_shares; /* one each */
} snw_value;

/* What is shown of each lane of properties. Lies in one piece, without pointers, so that it may be copied and saved. */
typedef struct snw_shown {
    uint8_t *there;  /* 1: it shows the lane */
    uint32_t *texts; /* text lanes: among the model's texts */
    float *numbers;  /* of all lanes, each from lane_first on */
} snw_shown;

/* The sample that weighs most so far among those that carry a lane. */
typedef struct snw_carrier {
    float weight; /* 0: none */
    double time;
    const snw_property *property; /* NULL: the hold */
} snw_carrier;

/* What a layer remembers for fades that are cut. Seconds are the player's time. */
typedef struct snw_hold {
    snw_value kept[2]; /* the layer's last two results while its row said keep */
    double kept_time[2];
    uint32_t kept_count;
    uint32_t newest;      /* of kept */
    snw_shown kept_shown; /* with the newest of them */
    snw_shown held_shown;
    snw_value held; /* once measured: offsets from the target (rotation vectors in the rotation's rows) */
    snw_value rate; /* inertial: change a second; shares: those of the target at the cut */
    double held_time;
    uint32_t serial;
    uint32_t owner; /* in a stack: the entry that these are of */
    bool known;     /* a serial was met */
    bool usable;    /* and there was a result to hold */
    bool measured;  /* held are offsets */
} snw_hold;

struct sinew_pose {
    sinew_allocator allocator;
    void *block; /* that it lies in, aligned */
    size_t bytes;
    const snw_kernels *kernels;
    const sinew_binding *binding; /* NULL by hand, and of a stack */
    const sinew_stack *stack;     /* or NULL */
    float *both;                  /* of a stack: two masks as one */
    const sinew_model *model;
    uint32_t joint_count;
    uint32_t group_count;
    uint32_t morph_count; /* weights */
    size_t value_bytes;
    snw_group *groups; /* local transforms */
    float *morphs;
    snw_matrix *models; /* before them the identity, the parent of those that have none */
    uint32_t *above;    /* floats from there to a parent's */
    uint8_t *unit;      /* of each group: 1: at rest all its scales are 1 */
    bool models_fresh;
    bool scales;       /* some clip of the model has scales */
    bool scales_rest;  /* the scales among the local transforms are those of the rest pose */
    bool layer_scales; /* of a step: the layer at hand may have some */
    uint32_t *places;  /* floats to the joints in the palette of the skin `placed`, or UINT32_MAX */
    uint32_t placed;   /* SINEW_NONE: none yet */
    bool places_ok;    /* no joint is there twice */
    bool at_rest;      /* of a step: nothing was put over the rest pose yet, which is still to be written */
    snw_value mean;    /* of the layer at hand */
    snw_value sampled[SNW_PARTS];
    snw_value reference;
    snw_lead *leads;
    snw_present *delta; /* how much of a delta goes onto the mean */
    snw_shares *delta_shares;
    size_t shown_bytes;
    snw_shown shown;              /* the pose's properties */
    snw_shown layer_shown;        /* those of the layer at hand */
    snw_carrier *carriers;        /* of each lane */
    sinew_property_value *values; /* what is shown, as a list */
    uint32_t value_count;
    snw_hold *holds;
    uint32_t layer_count;
    bool lent;                 /* the holds are a character's, whose memory stays its own */
    uint32_t limit;            /* groups that a step moves; 0: all */
    const float *const *masks; /* joint_count weights each; not owned; NULL of a stack: they come with its rows */
    uint32_t mask_count;
    const snw_lets *const *mask_lets; /* of each, or NULL */
    const float *let_mask;            /* the mask that was used last */
    const snw_lets *lets;             /* what is known of it, or NULL */
};

/* A row with what putting it over the pose takes. */
typedef struct snw_put {
    const sinew_layer_row *row; /* NULL: nothing shows of this hold's layer */
    const float *mask;          /* or NULL */
    uint32_t hold;
    double time; /* of the player */
    bool lowest;
} snw_put;

/* At most 1; 0: there is none. */
static inline float snw_value_share(const snw_value *value, uint32_t group, int kind, uint32_t lane) {
    const snw_present *present = &value->present[group];
    if (!(present->lanes[kind] >> lane & 1)) return 0.0f;
    return present->uneven >> kind & 1 ? value->shares[group].row[kind][lane] : present->share[kind];
}

static inline sinew_quat snw_group_rotation(const snw_group *group, uint32_t lane) {
    return (sinew_quat){ group->row[SNW_RX][lane], group->row[SNW_RY][lane], group->row[SNW_RZ][lane],
                         group->row[SNW_RW][lane] };
}

static inline void snw_group_set_rotation(snw_group *group, uint32_t lane, sinew_quat q) {
    group->row[SNW_RX][lane] = q.x;
    group->row[SNW_RY][lane] = q.y;
    group->row[SNW_RZ][lane] = q.z;
    group->row[SNW_RW][lane] = q.w;
}

/* Three rows from `first` on: SNW_TX, SNW_RX (a rotation vector) or SNW_SX. */
static inline sinew_vec3 snw_group_vector(const snw_group *group, int first, uint32_t lane) {
    return (sinew_vec3){ group->row[first][lane], group->row[first + 1][lane], group->row[first + 2][lane] };
}

static inline void snw_group_set_vector(snw_group *group, int first, uint32_t lane, sinew_vec3 v) {
    group->row[first][lane] = v.x;
    group->row[first + 1][lane] = v.y;
    group->row[first + 2][lane] = v.z;
}

/* NaN counts as 0. */
static inline float snw_unit(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

/* ---- block.c ---- */

/* Without masks. NULL when memory runs out. */
sinew_pose *snw_pose_make(const sinew_model *model, const sinew_allocator *allocator, uint32_t layer_count);
/* With room for the masks of a stack's rows; stack NULL: without. */
sinew_pose *snw_pose_make_stacked(const sinew_model *model, const sinew_allocator *allocator, uint32_t layer_count,
                                  const sinew_stack *stack);
/* The same in memory that is there, zeroed: of room bytes, 0 where that is past what a size holds. */
size_t snw_pose_room(const sinew_model *model, uint32_t layer_count);
sinew_pose *snw_pose_place(const sinew_model *model, uint32_t layer_count, void *memory);
size_t snw_pose_holds_room(const sinew_model *model, uint32_t layer_count);
/* A step begins and ends: between the two `at_rest` may stand for the rest pose. */
void snw_pose_begin(sinew_pose *pose);
void snw_pose_finish(sinew_pose *pose);

/* ---- lend.c ---- */

/* Around a step: the pose as large as its limit, and back; what lies past it is at rest. */
void snw_limit_begin(sinew_pose *pose);
void snw_limit_end(sinew_pose *pose);

/* ---- value.c ---- */

void snw_value_copy(const sinew_pose *pose, snw_value *to, const snw_value *from);
/* Writes every share out into its row, so that they can be read and changed there. */
void snw_value_spread(const sinew_pose *pose, snw_value *value);
/* After that: the lanes are those whose share is above 0. */
void snw_value_gather(const sinew_pose *pose, snw_value *value);
/* A clip's shares by a weight, 1 at most. */
void snw_value_weigh(const sinew_pose *pose, snw_value *value, float weight);

/* ---- sample.c ---- */

/* What the clip shows at `time` seconds, share 1 where it animates and 0 elsewhere; a clip that is SINEW_NONE
   animates nothing. */
void snw_sample_clip(const sinew_pose *pose, uint32_t clip, double time, snw_value *out);
/* The same over the rest pose, so that every component has a number: pose->reference, or the model's own rest. */
snw_value snw_sample_reference(const sinew_pose *pose, uint32_t clip, double time);

/* ---- mix.c: the mean of a layer, in pose->mean ---- */

/* What is being mixed: so many values at once as there is room for, each with its part of the whole. */
typedef struct snw_mixer {
    snw_part parts[SNW_PARTS];
    snw_part offer;
    uint32_t count;
    double whole;
    bool first;
} snw_mixer;

/* whole: the sum of all weights that will be added, above 0. `offer` may lead the rotations that it weighs more in than
   all else without being added; NULL where everything is added at once (SNW_PARTS at most). */
void snw_mix_begin(sinew_pose *pose, snw_mixer *mixer, double whole, const snw_value *offer, float weight);
/* Where the next value may be put before it is added. */
snw_value *snw_mix_room(sinew_pose *pose, snw_mixer *mixer);
/* Adds weight × share of it; of all the heaviest leads, of equals the first. plain: it is a clip. */
void snw_mix_add(sinew_pose *pose, snw_mixer *mixer, const snw_value *value, float weight, bool plain);
void snw_mix_end(sinew_pose *pose, snw_mixer *mixer);
/* Ends it, and puts the mean over the pose at once; pose->mean is then of no meaning but for its morphs. */
void snw_mix_over(sinew_pose *pose, snw_mixer *mixer, float weight, const float *mask);
/* One value alone is its own mean: sampled into pose->mean, then weighed. Nothing at all: the mean is empty. */
void snw_mix_alone(sinew_pose *pose, float weight);
void snw_mix_nothing(sinew_pose *pose);
/* A delta onto the finished mean: value − reference, by weight ÷ share, 1 at most. */
void snw_mix_delta(sinew_pose *pose, const snw_value *value, const snw_value *reference, float weight);

/* ---- property.c ---- */

void snw_shown_copy(const sinew_pose *pose, snw_shown *to, const snw_shown *from);
void snw_shown_clear(const sinew_pose *pose, snw_shown *shown);
/* A layer in turn: what each clip carries, by weight in the order of the list; what its hold carries; then
   pose->layer_shown is what the layer shows. */
void snw_shown_begin(sinew_pose *pose);
void snw_shown_offer(sinew_pose *pose, uint32_t clip, double time, float weight);
void snw_shown_offer_hold(sinew_pose *pose, const snw_shown *held, float weight);
void snw_shown_end(sinew_pose *pose, const snw_shown *held);
/* Lays it over the pose's: `all` whatever the mask says. */
void snw_shown_over(sinew_pose *pose, const snw_shown *layer, const float *mask, bool all);
/* What a clip carries at a time, over what `out` has. */
void snw_shown_clip(const sinew_pose *pose, uint32_t clip, double time, snw_shown *out);
/* Makes the list anew. */
void snw_shown_list(sinew_pose *pose);

/* ---- over.c: one thing over another ---- */

/* A value over the pose by weight × mask × share; reference NULL: replace, else the difference is added. */
snw_over snw_over_of(const sinew_pose *pose, float weight, const float *mask, const snw_value *value);
/* What is left to do when the joints are over: the morphs. */
void snw_over_end(sinew_pose *pose, float weight, const float *mask, const snw_value *value,
                  const snw_value *reference);
/* plain: of all that the value has it has all. */
void snw_over_layer(sinew_pose *pose, float weight, const float *mask, const snw_value *value,
                    const snw_value *reference, bool plain);

/* ---- hold.c, inertia.c ---- */

/* Before a layer is mixed: takes the layer's last result for a serial not met before, and drops what lies in the
   player's future. Returns the hold if there is something to show, else NULL. */
const snw_hold *snw_hold_meet(sinew_pose *pose, uint32_t layer, const sinew_sample *sample, double time);
/* After it was put over what lies below: pose->mean becomes the layer's last result. */
void snw_hold_keep(sinew_pose *pose, uint32_t layer, double time);
void snw_hold_rewind(snw_hold *hold, double time);
/* Moves pose->mean from the target towards what was shown at the cut. */
void snw_inertia_apply(sinew_pose *pose, uint32_t layer, const sinew_sample *sample);

/* ---- apply.c ---- */

/* Whether the pose may show these; masks are not looked at where it is a stack's. */
bool snw_pose_rows_ok(const sinew_pose *pose, const sinew_layer_row *rows, uint32_t row_count,
                      const sinew_sample *samples, uint32_t sample_count);
void snw_pose_put(sinew_pose *pose, const snw_put *put, const sinew_sample *samples);
sinew_result snw_pose_apply_rows(sinew_pose *pose, double time, const sinew_layer_row *rows, uint32_t row_count,
                                 const sinew_sample *samples, uint32_t sample_count);

/* ---- matrix.c ---- */

void snw_pose_refresh(sinew_pose *pose);

#endif
