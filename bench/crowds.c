/* Scenes of sinew_crowd: a thousand characters that walk and run, advanced, posed and skinned in one call, at each
   level of detail; and one thread beside two. Invariant: an error here is how far a level of detail is from the full
   one; at half rate, which shows an update late, from the full one an update ago. */
#include "stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000, UPDATES = 4 };

typedef struct crowd_stage {
    const sinew_model *model;
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_pool *pool;
    sinew_crowd *crowd;
    float *palettes;    /* of every character */
    float *full, *last; /* of the first at full detail: now, and an update ago */
    uint32_t count, joints;
} crowd_stage;

/* The first two clips by a parameter. */
static sinew_result make_graph(const sinew_model *model, sinew_graph **graph, sinew_log *log) {
    static const sinew_parameter_desc speed = { .name = "speed" };
    uint32_t clips = sinew_model_clip_count(model);
    sinew_child_desc children[2];
    for (uint32_t i = 0; i < 2; ++i)
        children[i] = (sinew_child_desc){
            .motion = { .kind = SINEW_MOTION_CLIP, .clip = sinew_model_clip_name(model, i % clips) }, .x = (double)i
        };
    sinew_state_desc state = {
        .name = "move",
        .motion = { .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = children, .child_count = 2 }
    };
    sinew_layer_desc layer = { .name = "base", .machine = { .states = &state, .state_count = 1 } };
    sinew_graph_desc desc = { .parameters = &speed, .parameter_count = 1, .layers = &layer, .layer_count = 1 };
    return sinew_graph_create(&desc, graph, log);
}

static sinew_result open_crowd(crowd_stage *s, uint32_t threads, sinew_log *log) {
    sinew_result result = make_graph(s->model, &s->graph, log);
    if (!result) result = sinew_bind(&(sinew_bind_desc){ .graph = s->graph, .model = s->model }, &s->binding, log);
    if (result) return result;
    s->pool = sinew_pool_create(threads, NULL);
    s->joints = sinew_skeleton_skin_joint_count(sinew_model_skeleton(s->model), 0);
    s->crowd = sinew_crowd_create(&(sinew_crowd_desc){ .binding = s->binding,
                                                       .capacity = s->count,
                                                       .jobs = sinew_pool_jobs(s->pool),
                                                       .no_holds = true,
                                                       .half_rate = true });
    s->palettes = calloc(s->count * (size_t)s->joints, 12 * sizeof *s->palettes);
    s->full = calloc(s->joints, 12 * sizeof *s->full);
    s->last = calloc(s->joints, 12 * sizeof *s->last);
    if (!s->crowd || !s->palettes || !s->full || !s->last) return SINEW_ERROR_MEMORY;
    uint32_t speed = sinew_binding_find_parameter(s->binding, "speed");
    bench_random r = { 23 };
    for (uint32_t i = 0; i < s->count; ++i) {
        sinew_player *player = sinew_crowd_player(s->crowd, sinew_crowd_add(s->crowd));
        sinew_player_set_float(player, speed, (float)bench_next(&r));
        sinew_player_advance(player, bench_next(&r)); /* so that they are not in step */
    }
    return SINEW_OK;
}

static void close_crowd(crowd_stage *s) {
    sinew_crowd_destroy(s->crowd);
    sinew_pool_destroy(s->pool);
    sinew_binding_destroy(s->binding);
    sinew_graph_destroy(s->graph);
    free(s->palettes);
    free(s->full);
    free(s->last);
    *s = (crowd_stage){ .model = s->model, .count = s->count };
}

static void show(crowd_stage *s, const sinew_crowd_view *view) {
    for (uint32_t i = 0; i < s->count; ++i) {
        sinew_crowd_view own = *view;
        own.palette = view->palette ? s->palettes + 12 * (size_t)s->joints * i : NULL;
        sinew_crowd_set_view(s->crowd, i, &own);
    }
}

static void update_round(void *user, uint32_t round) {
    crowd_stage *s = user;
    (void)round;
    for (int i = 0; i < UPDATES; ++i) sinew_crowd_update(s->crowd, 1.0 / 60, NULL);
}

/* In skin space, where the joint's bind is the identity. */
static double distance(const float *a, const float *b) {
    double right[12];
    for (int i = 0; i < 12; ++i) right[i] = (double)a[i];
    return stage_error_at(right, b);
}

static void pose_full(void *user, uint32_t number, const sinew_step *step) {
    void **s = user; /* the stage and a pose of its own */
    if (number) return;
    sinew_pose_apply(s[1], step);
    const crowd_stage *own = s[0];
    sinew_palette_3x4(s[1], 0, own->full, own->joints);
}

/* Of the first character, over two seconds. What is shown an update late is compared with what was right then. */
static double detail_error(crowd_stage *s, bool late) {
    sinew_pose *pose = sinew_pose_create(s->binding);
    double worst = 0;
    void *user[2] = { s, pose };
    for (int update = 0; pose && update < 120; ++update) {
        memcpy(s->last, s->full, s->joints * 12 * sizeof *s->last);
        sinew_crowd_update(s->crowd, 1.0 / 60, &(sinew_crowd_hooks){ .stepped = pose_full, .user = user });
        const float *right = late ? s->last : s->full;
        for (uint32_t j = 0; update > 1 && j < s->joints; ++j)
            worst = fmax(worst, distance(right + 12 * (size_t)j, s->palettes + 12 * (size_t)j));
    }
    sinew_pose_destroy(pose);
    return worst;
}

static bool play(crowd_stage *s, const char *scene, uint32_t threads, const sinew_crowd_view *view,
                 const bench_options *options, bench_report *report) {
    show(s, view);
    bench_row row = { .scene = scene, .count = s->count, .threads = threads, .error_mm = -1, .only_told = true };
    row.bytes = (double)sinew_binding_player_size(s->binding);
    if (view->palette && threads == 1) row.error_mm = detail_error(s, view->half_rate);
    if (!bench_time(options->seconds, update_round, s, &row.us, &row.us_median)) return false;
    row.us *= 1e6 / ((double)UPDATES * s->count);
    row.us_median *= 1e6 / ((double)UPDATES * s->count);
    bench_add(report, row);
    return true;
}

static bool play_all(crowd_stage *s, uint32_t threads, const bench_options *options, bench_report *report) {
    sinew_crowd_view unseen = { 0 }, full = { .palette = s->palettes }, few = full, half = full;
    few.joints = 32;
    half.half_rate = true;
    bool ok = play(s, "crowd", threads, &full, options, report);
    if (threads > 1) return ok;
    ok = ok && play(s, "crowd-32-joints", threads, &few, options, report);
    ok = ok && play(s, "crowd-half-rate", threads, &half, options, report);
    return ok && play(s, "crowd-unseen", threads, &unseen, options, report);
}

sinew_result bench_crowds(const sinew_model *model, const bench_options *options, bench_report *report,
                          sinew_log *log) {
    crowd_stage s = { .model = model, .count = options->most < MOST ? options->most : MOST };
    if (!sinew_skeleton_skin_joint_count(sinew_model_skeleton(model), 0)) return SINEW_OK; /* nothing to show */
    sinew_result result = SINEW_OK;
    for (uint32_t threads = 1; !result && threads <= 2; ++threads) {
        result = open_crowd(&s, threads, log);
        if (!result && !play_all(&s, threads, options, report)) result = SINEW_ERROR_MEMORY;
        close_crowd(&s);
    }
    return result;
}
