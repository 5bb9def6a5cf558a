/* One update of a crowd: characters in blocks, each block by one worker. Invariant: what a character plays and shows is
   worked out from its own player, holds and view alone, so neither the order nor the worker matters. */
#include "crowd/crowd.h"

#include <string.h>

/* Characters that a worker takes at a time: enough that handing them out costs nothing beside them. */
enum { BLOCK = 16 };

typedef struct update {
    sinew_crowd *crowd;
    double dt;
    const sinew_crowd_hooks *hooks;
} update;

/* ---- what is seen ---- */

static void write_palette(sinew_pose *pose, const sinew_crowd_view *view, uint32_t matrices) {
    if (view->stream) sinew_palette_3x4_stream(pose, view->skin, view->palette, matrices);
    else sinew_palette_3x4(pose, view->skin, view->palette, matrices);
}

static void middle(const float *a, const float *b, float *out, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = 0.5f * (a[i] + b[i]);
}

/* Shows half way from the last picture to the new one when there is a new one, and the new one when there is none. */
static void show_half_rate(const sinew_crowd *crowd, uint32_t character, sinew_pose *pose, uint32_t matrices) {
    snw_slot *slot = &crowd->slots[character];
    size_t floats = 12 * (size_t)matrices;
    float *out = slot->view.palette;
    if (!pose) {
        memcpy(out, snw_crowd_picture(crowd, character, slot->newest), floats * sizeof *out);
        return;
    }
    slot->newest = 1 - slot->newest;
    float *fresh = snw_crowd_picture(crowd, character, slot->newest);
    sinew_palette_3x4(pose, slot->view.skin, fresh, matrices);
    const float *last = slot->pictures ? snw_crowd_picture(crowd, character, 1 - slot->newest) : fresh;
    middle(last, fresh, out, floats);
    slot->pictures = 1;
}

static sinew_pose *make_pose(const update *u, uint32_t character, const snw_worker *worker, const sinew_step *step) {
    const sinew_crowd *crowd = u->crowd;
    snw_pose_lend(worker->pose, crowd->holds ? crowd->holds + character * crowd->hold_bytes : NULL);
    snw_pose_limit(worker->pose, crowd->slots[character].view.joints);
    (void)sinew_pose_apply(worker->pose, step); /* a step of this binding cannot be refused */
    if (u->hooks && u->hooks->posed) u->hooks->posed(u->hooks->user, character, worker->pose);
    return worker->pose;
}

/* Neighbours are posed in turn, so that each update poses about half of a crowd at half rate. */
static bool is_due(const sinew_crowd *crowd, uint32_t character) {
    const snw_slot *slot = &crowd->slots[character];
    return !slot->view.half_rate || !slot->pictures || (crowd->tick + character) % 2 == 0;
}

static void show(const update *u, uint32_t character, const snw_worker *worker, const sinew_step *step) {
    const sinew_crowd *crowd = u->crowd;
    const sinew_crowd_view *view = &crowd->slots[character].view;
    uint32_t matrices = sinew_skeleton_skin_joint_count(sinew_model_skeleton(crowd->binding->model), view->skin);
    sinew_pose *pose = is_due(crowd, character) ? make_pose(u, character, worker, step) : NULL;
    if (view->half_rate) show_half_rate(crowd, character, pose, matrices);
    else write_palette(pose, view, matrices);
}

/* ---- all of it ---- */

static void update_one(const update *u, uint32_t character, const snw_worker *worker) {
    sinew_crowd *crowd = u->crowd;
    sinew_player *player = snw_crowd_player(crowd, character);
    player->step = worker->step;
    const sinew_step *step = sinew_player_advance(player, u->dt);
    if (u->hooks && u->hooks->stepped) u->hooks->stepped(u->hooks->user, character, step);
    if (crowd->slots[character].view.palette) show(u, character, worker, step);
    player->step = crowd->workers[0].step;
}

/* A job has ended for others when its block has: what it streamed is there then. */
static void update_block(void *data, uint32_t index, uint32_t worker) {
    const update *u = data;
    sinew_crowd *crowd = u->crowd;
    uint32_t first = index * BLOCK, end = first + BLOCK < crowd->capacity ? first + BLOCK : crowd->capacity;
    for (uint32_t i = first; i < end; ++i)
        if (snw_bit(crowd->there, i)) update_one(u, i, &crowd->workers[worker]);
    sinew_palette_stream_end(crowd->workers[worker].pose);
}

sinew_result sinew_crowd_update(sinew_crowd *crowd, double dt, const sinew_crowd_hooks *hooks) {
    if (!crowd) return SINEW_ERROR_ARGUMENT;
    if (!snw_seconds_fit(dt)) return SINEW_ERROR_RANGE;
    update u = { crowd, dt, hooks };
    uint32_t blocks = (crowd->capacity + BLOCK - 1) / BLOCK;
    if (crowd->jobs.run) crowd->jobs.run(crowd->jobs.user, blocks, update_block, &u);
    else
        for (uint32_t i = 0; i < blocks; ++i) update_block(&u, i, 0);
    ++crowd->tick;
    return SINEW_OK;
}
