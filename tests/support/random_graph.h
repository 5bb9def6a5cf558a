/* Random graphs, all of them valid, from dice that may be loaded: seeded, or thrown by a fuzzer's bytes. With them a
   rig of the right clips, and counts of the features that occurred. */
#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "sinew/player.h"
#include "support/random_model.h"

/* Bytes first, as long as there are any; then numbers of the seed. */
typedef struct dice {
    const uint8_t *bytes;
    size_t size, at;
    random_source more;
} dice;

uint32_t dice_below(dice *d, uint32_t count); /* count > 0 */
bool dice_chance(dice *d, uint32_t percent);

/* clang-format off */
#define RANDOM_FEATURES(X) \
    X(MOTION_CLIP) X(MOTION_1D) X(MOTION_2D) X(MOTION_DIRECT) X(MOTION_ADD) X(MOTION_EMPTY) X(MOTION_NESTED) \
    X(ALGORITHM_DELAUNAY) X(ALGORITHM_GRADIENT) X(ALGORITHM_POLAR) X(ALGORITHM_GRID) X(NORMALIZED_AXES) X(SYNC_RATE) \
    X(SYNC_DURATION) X(SYNC_NONE) X(CHILD_SPEED) X(MISSING_CLIP) X(ZERO_LENGTH_CLIP) X(LOOP_DEFAULT) X(LOOP_ON) \
    X(LOOP_OFF) X(LOOP_PINGPONG) X(SPEED_NEGATIVE) X(SPEED_ZERO) X(SPEED_PARAMETER) X(DEPTH_1) X(DEPTH_2) X(DEPTH_3) \
    X(DEPTH_4) X(DEPTH_5) X(DEPTH_6) X(DEPTH_7) X(DEPTH_8) X(EXIT_NONE) X(EXIT_BELOW_1) X(EXIT_ABOVE_1) \
    X(EXIT_EACH_LOOP) X(EXIT_BARE) X(EXIT_REQUEST) X(TRIGGER_LATCHED) X(TRIGGER_NOT_LATCHED) X(TRIGGER_EXPIRES) \
    X(CONDITION_FLOAT) X(CONDITION_INT) X(CONDITION_BOOL) X(OFFSET_NUMBER) X(OFFSET_MATCH) X(CURVE_SMOOTH) \
    X(FADE_ZERO) X(FADE_BY_MIX) X(INTERRUPT_NONE) X(INTERRUPT_SOURCE) X(INTERRUPT_TARGET) X(INTERRUPT_BOTH) \
    X(HOLD_POSE) X(HOLD_LIVE) X(HOLD_INERTIAL) X(RESUME) X(ANY_STATE) X(SELF) X(DISABLED) X(PRIORITY) X(LAYERS_2) \
    X(LAYERS_3) X(LAYER_ADDITIVE) X(LAYER_WEIGHT_PARAMETER) X(LAYER_WEIGHT_BELOW_1) X(PER_MOMENT)
/* clang-format on */

typedef enum random_feature {
#define RANDOM_FEATURE_ENUM(name) FEATURE_##name,
    RANDOM_FEATURES(RANDOM_FEATURE_ENUM)
#undef RANDOM_FEATURE_ENUM
        FEATURE_COUNT
} random_feature;

const char *random_feature_name(random_feature feature);

typedef struct random_graph {
    sinew_graph_desc desc;
    sinew_rig rig;
    uint32_t features[FEATURE_COUNT]; /* how often each is in the graph */
    bool jumps;                       /* polar bands that are not continuous are in it */
    bool thins;                       /* a direct blend, an empty state or a missing clip: weights may sum below 1 */
    bool instant;                     /* something may go without time passing */
    struct random_block *blocks;
} random_graph;

enum {
    RANDOM_F0,
    RANDOM_F1,
    RANDOM_F2,
    RANDOM_F3,     /* floats for blends and conditions, -2 to 2 make sense */
    RANDOM_SPEED,  /* float, default 1 */
    RANDOM_WEIGHT, /* float, default 0.5 */
    RANDOM_INT,
    RANDOM_BOOL,
    RANDOM_LATCHED,
    RANDOM_NOT_LATCHED,
    RANDOM_EXPIRES,
    RANDOM_PARAMETERS
};

void random_graph_make(random_graph *g, dice *d);
/* Shuffles the motions of every 2D and direct blend, their points with them. */
void random_graph_shuffle(random_graph *g, dice *d);
/* Gives the rig's clips events, and the graph all that decides who tells them; throws no other dice. */
void random_graph_add_events(random_graph *g, dice *d);
void random_graph_free(random_graph *g);

#endif
