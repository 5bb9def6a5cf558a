/* sinew/clip.h: what a clip animates, exactly as the file says it. */
#ifndef SINEW_CLIP_H
#define SINEW_CLIP_H

#include "math.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sinew_channel {
    SINEW_CHANNEL_TRANSLATION = 0, /* 3 values a key */
    SINEW_CHANNEL_ROTATION,        /* 4 */
    SINEW_CHANNEL_SCALE,           /* 3 */
    SINEW_CHANNEL_WEIGHTS          /* one a morph target */
} sinew_channel;

typedef enum sinew_interpolation {
    SINEW_INTERPOLATION_LINEAR = 0, /* rotations by slerp the shorter way */
    SINEW_INTERPOLATION_STEP,
    SINEW_INTERPOLATION_CUBIC /* glTF CUBICSPLINE: in-tangent, value, out-tangent a key */
} sinew_interpolation;

/* One curve. Shape: times[key_count] ascending strictly, in seconds; values[key_count × width]
   (× 3 for CUBIC), width by the channel. Before the first key and after the last it holds.
   `target` is a joint (an index as in the desc that the clip came with) for the first three
   channels and a morph group for WEIGHTS. */
typedef struct sinew_curve {
    sinew_channel channel;
    sinew_interpolation interpolation;
    uint32_t target;
    uint32_t key_count;
    uint32_t width;
    const float *times;
    const float *values;
} sinew_curve;

/* Something that a clip tells when playback passes its time; a window is told when it begins and when it ends. */
typedef struct sinew_event_desc {
    const char *kind; /* "vfx", "sound", "window", "script" or the game's own; NULL: "window" or "script" */
    const char *name;
    const char *payload; /* JSON text as in the file, or NULL */
    double time;         /* seconds, 0 to the clip's length */
    double end;          /* window: seconds, not before time */
    bool window;
} sinew_event_desc;

typedef enum sinew_root_mode {
    SINEW_ROOT_NONE = 0, /* plays as it is */
    SINEW_ROOT_HOLD,     /* in place: the movement leaves the pose and goes nowhere */
    SINEW_ROOT_MOTION    /* the movement leaves the pose and comes out as root motion */
} sinew_root_mode;

enum { SINEW_AXIS_X = 1, SINEW_AXIS_Y = 2, SINEW_AXIS_Z = 4 };

/* How a clip moves the character. Axes and turn are those of model space: y is up. */
typedef struct sinew_root_desc {
    sinew_root_mode mode;
    uint32_t joint; /* as in the desc that the clip came with; 0: the first */
    uint32_t axes;  /* SINEW_AXIS_ bits; 0: x and z */
    bool yaw;       /* also its turn about the up axis */
} sinew_root_desc;

/* Values that are no joint's: named by component and field, or by a JSON pointer ("/materials/0/emissiveStrength";
   "@speed" drives the graph's float parameter of that name). Numbers interpolate or step, text steps.
   Shape: times[key_count] ascending strictly, in seconds; numbers[key_count × width] (× 3 for CUBIC) or
   texts[key_count]. */
typedef struct sinew_property_desc {
    const char *component, *field; /* or */
    const char *pointer;
    sinew_interpolation interpolation;
    uint32_t key_count;
    uint32_t width; /* numbers a key; 0: 1 */
    const float *times;
    const float *numbers; /* or */
    const char *const *texts;
} sinew_property_desc;

typedef struct sinew_clip_desc {
    const char *name; /* NULL or "": found by its index only */
    double length;    /* seconds; 0: the last key's time */
    bool once;        /* does not loop (what a state plays that does not say) */
    const sinew_curve *curves;
    uint32_t curve_count;
    const sinew_event_desc *events;
    uint32_t event_count;
    sinew_root_desc root;
    const sinew_property_desc *properties;
    uint32_t property_count;
} sinew_clip_desc;

#ifdef __cplusplus
}
#endif
#endif
