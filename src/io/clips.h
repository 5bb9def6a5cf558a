/* What the readers of clips share: X.clips.json, and the lanes of properties wherever they come from.

   Invariant: a value that is wrong is told with its place and left out; what is right stands. So descs that these
   readers made are accepted by sinew_model_create. */
#ifndef SNW_CLIPS_H
#define SNW_CLIPS_H

#include "sinew/model.h"

#include "io/json.h"

/* What a sidecar speaks of: the clips of a model that was read, and its joints. */
typedef struct snw_clips_model {
    sinew_clip_desc *clips;
    uint32_t clip_count;
    const char *const *joints; /* their names, NULL for none */
    uint32_t joint_count;
    uint32_t first_joint; /* that carries the movement where none is named */
    snw_arena *arena;     /* what the descs point to lies here */
} snw_clips_model;

/* What the file says of clips goes into their descs. All findings to the log, with places in this file.
   Errors: INPUT (something was wrong, and left out), MEMORY. */
sinew_result snw_clips_json_apply(const char *text, size_t size, const char *name, const snw_clips_model *model,
                                  sinew_log *log);

/* ---- inside: clips_json.c ---- */

typedef struct snw_clips_reader {
    snw_json json;
    sinew_log *log;
    const snw_clips_model *model;
    bool failed;        /* memory ran out */
    const char **names; /* of the clips */
    uint32_t *by_name, *joints_by_name;
    snw_json_id *said;   /* of each clip, SNW_JSON_NO: nothing */
    snw_json_id **lanes; /* of each clip: where its own properties stand in the file */
    uint32_t *given;     /* properties of each clip that came with the model */
    uint32_t missing;    /* names that the model lacks */
} snw_clips_reader;

typedef struct snw_clips_field {
    const char *name;
    snw_json_kind kind; /* NULL: any */
    bool required;
} snw_clips_field;

/* Whether a value has this kind; tells where not. */
bool snw_clips_is(snw_clips_reader *r, snw_json_id id, snw_json_kind kind);
/* Tells of every member that is unknown or of a wrong kind, and of what is missing. */
void snw_clips_fields(snw_clips_reader *r, snw_json_id object, const snw_clips_field *fields, size_t count);
/* A member of this kind, else SNW_JSON_NO: what snw_clips_fields has told of. */
snw_json_id snw_clips_member(snw_clips_reader *r, snw_json_id object, const char *key, snw_json_kind kind);
/* As snw_json_report, always a warning. */
void snw_clips_warn(snw_clips_reader *r, snw_json_id id, sinew_code code, const char *format, ...) SNW_PRINTF(4, 5);
/* A number of seconds that a clip may have; tells where it is none. */
bool snw_clips_time(snw_clips_reader *r, snw_json_id id, double *out);
/* Memory that stays with the descs; NULL with r->failed. */
void *snw_clips_take(snw_clips_reader *r, size_t count, size_t each);
const char *snw_clips_text(snw_clips_reader *r, const char *text, size_t length);

/* ---- clips_event.c, clips_property.c ---- */

/* Wants the clip's length to be known. */
void snw_clips_read_events(snw_clips_reader *r, uint32_t clip);
void snw_clips_read_properties(snw_clips_reader *r, uint32_t clip);

/* ---- clips_lane.c ---- */

typedef enum snw_lane_fault { SNW_LANE_TWICE, SNW_LANE_TEXT, SNW_LANE_WIDTH } snw_lane_fault;

/* Takes out every property that does not go with the first of its lane. `given[clip]` of a clip's properties (NULL:
   all) count as earlier than all others. `tell` is called before, with the property's place in its clip at the start.
   False when memory ran out. */
bool snw_clips_settle_lanes(sinew_clip_desc *clips, uint32_t count, const uint32_t *given,
                            const sinew_allocator *allocator,
                            void (*tell)(void *user, uint32_t clip, uint32_t property, snw_lane_fault fault),
                            void *user);
/* A sentence for a fault. */
const char *snw_lane_fault_text(snw_lane_fault fault);

/* The last key's time of all curves and properties. */
double snw_clips_last_key(const sinew_clip_desc *clip);

#endif
