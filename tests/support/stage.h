/* A graph from text, clips from a list such as "idle:1.0,jump:0.5:once@land=0.4@hit=0.1-0.2", and a player of the two:
   what tests of bind and advance stand on. */
#ifndef TESTS_SUPPORT_STAGE_H
#define TESTS_SUPPORT_STAGE_H

#include "sinew/io.h"

enum { STAGE_CLIPS = 32, STAGE_JOINTS = 4, STAGE_EVENTS = 48 };

typedef struct stage_clip {
    char name[32];
    double length;
    bool once;
    char event_names[STAGE_EVENTS][16];
    sinew_event_desc events[STAGE_EVENTS];
    uint32_t event_count;
} stage_clip;

typedef struct stage {
    stage_clip clips[STAGE_CLIPS];
    uint32_t clip_count;
    sinew_rig rig; /* joints j0 to j3; a mask of its own called "rigs" */
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_player *player;
    sinew_log log;
} stage;

/* The usual clips of the conformance cases. */
#define STAGE_USUAL "idle:1.0,walk:0.8,run:0.6,jump:0.5:once,land:0.3:once,hit:0.4:once,pose:0:once,fall:1.1"

/* Fails the running test, with the findings, if the graph is refused. Quotes in `graph` may be single ones. */
void stage_open(stage *s, const char *graph, const char *clips);
/* The same up to bind; `allocator` serves graph and binding; returns the result of the first step that fails. */
sinew_result stage_try(stage *s, const char *graph, const char *clips, bool strict, const sinew_allocator *allocator);
/* With tracks or more of a bind desc, whose graph, rig and allocator are filled in; graph NULL: tracks alone. The rig
   then counts and names its clips. */
void stage_open_desc(stage *s, const char *graph, const char *clips, sinew_bind_desc desc);
sinew_result stage_try_desc(stage *s, const char *graph, const char *clips, sinew_bind_desc desc);
void stage_close(stage *s);

uint32_t stage_parameter(const stage *s, const char *name);
uint32_t stage_state(const stage *s, uint32_t layer, const char *path);
/* The path of the layer's current state, "" for none. */
const char *stage_current(const stage *s, uint32_t layer);
/* What a step told, as text: "0.000 A>B; 0.000 +B; 0.100 -A". */
const char *stage_signals(const stage *s, const sinew_step *step);
/* Its samples, as text: "idle 0.250 0.500; <held> 0.000 0.500" (clip, time, weight). */
const char *stage_samples(const stage *s, const sinew_step *step);
/* The events it told, as text: "0.050 punch.swing 1.00; 0.100 punch.hit( 1.00; 0.200 punch.hit) 1.00; 1.000 A looped".
 */
const char *stage_events(const stage *s, const sinew_step *step);
/* The finding of this code, or NULL. */
const sinew_diagnostic *stage_finding(const sinew_log *log, sinew_code code);

#endif
