/* A run kept in memory, and its picture.

   Invariant: bars of a layer stand in the order of their starts; every series has one value a frame, its value at
   the frame's end. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "cli.h"

enum { PLOT_FRAMES_MAX = 1000000 };

/* A state, or the clip of a track, from the moment it is entered to the moment it no longer contributes. */
typedef struct plot_bar {
    uint32_t state; /* or clip; SINEW_NONE: a held pose, shown below the bar that follows */
    double start, end;
    double full;       /* when it weighs all, as planned; its start for a cut */
    double fall, gone; /* when it begins to let go to nothing, and will weigh none; fall negative: it does not */
} plot_bar;

typedef struct plot_mark {
    double time;
    uint32_t kind;     /* a sinew_signal_kind; of an event a sinew_event_kind */
    uint32_t from, to; /* states, or clips of a track; of an event its clip, or the state, and its place in the clip */
    bool interrupts;
    bool event;
} plot_mark;

typedef struct plot_series {
    uint32_t key;   /* the clip, or SINEW_CLIP_HELD */
    uint32_t state; /* the state in which it was first heard */
    uint32_t shade; /* how many of that state's clips came before */
    float *values;
} plot_series;

typedef struct plot_layer {
    plot_bar *bars;
    size_t bar_count, bar_capacity, first_open; /* every bar before has ended */
    plot_mark *marks;
    size_t mark_count, mark_capacity;
    plot_series *clips;
    size_t clip_count, clip_capacity;
    float *weights; /* of the layer */
    uint32_t transitions, interruptions;
    bool track;
    double *clip_time; /* of a track: seconds as what plays, by clip */
    uint32_t playing;  /* of a track, as of the last frame: the clip, how far it was, when its mix began */
    double progress, mix_start, left; /* left: seconds until it has played out */
} plot_layer;

typedef struct plot_record {
    const sinew_binding *binding;
    const script *inputs; /* that were run, or NULL */
    double fps;
    uint64_t frames; /* room */
    uint64_t done;
    plot_layer *layers; /* those of the graph, then the tracks */
    uint32_t layer_count;
    float **parameters;    /* [parameter][frame] */
    double *state_time;    /* seconds as the current state, by state */
    uint32_t *open;        /* by state: how often entered and not yet exited; 2 while it fades from itself */
    uint32_t *hues;        /* by state: its colour in its layer, in order of appearance; SINEW_NONE: never entered */
    uint32_t *clip_counts; /* by state: clips first heard in it */
} plot_record;

/* False after a message. */
bool plot_record_init(plot_record *record, const sinew_binding *binding, double fps, uint64_t frames);
void plot_record_free(plot_record *record);
/* For run(). */
bool plot_record_frame(void *user, uint64_t frame, double time, const sinew_player *player, const sinew_step *step);
/* ---- plot_record.c, for plot_track.c: false when memory runs out ---- */

bool plot_add_bar(plot_layer *layer, uint32_t state, double time);
bool plot_add_mark(plot_layer *layer, const plot_mark *mark);

/* ---- plot_track.c ---- */

/* What a track does in a frame. */
bool plot_record_track(plot_record *record, const sinew_player *player, uint32_t track, double time, double dt);

/* Ends what is still open. */
void plot_record_finish(plot_record *record);

/* What a picture is told beside the run. */
typedef struct plot_titles {
    const char *graph, *rig, *script;
} plot_titles;

void plot_svg(FILE *out, const plot_record *record, const plot_titles *titles);
void plot_summary(FILE *out, const plot_record *record, const char *graph);

/* ---- shared by the parts of the picture ---- */

typedef struct plot_canvas {
    FILE *out;
    const plot_record *record;
    double left, width, right; /* of the time axis, in pixels */
    double scale;              /* pixels a second */
    double height;
    double y; /* where the next thing goes */
} plot_canvas;

/* What a row of a step, and a state or the clip of a track in it, are called. */
void plot_layer_name(const plot_record *record, uint32_t layer, char *name, size_t size);
const char *plot_name(const plot_record *record, const plot_layer *layer, uint32_t state);
double plot_x(const plot_canvas *canvas, double time);
void put_px(FILE *out, double pixels); /* to a tenth */
/* For XML: escaped; what XML cannot hold as '?'. */
void put_xml(FILE *out, const char *text);
/* At most as wide as `pixels`, cut with an ellipsis; nothing when not even three letters fit. */
bool put_xml_fitting(FILE *out, const char *text, double pixels, double font);
double text_width(const char *text, double font);
/* "L x y x y ..." through the values of a series, points on a straight line left out. `of` gives the height in
   pixels of frame i. */
void put_curve(const plot_canvas *canvas, double (*of)(const void *user, uint64_t frame), const void *user);
void plot_layers(plot_canvas *canvas);
void plot_parameters(plot_canvas *canvas);
/* Heights, known before anything is drawn. */
double plot_layers_height(const plot_canvas *canvas);
double plot_parameters_height(const plot_canvas *canvas);
void put_styles(FILE *out, const plot_record *record);

#endif
