/* A crowd's memory and its characters. Invariant: the block is laid out by one function that runs twice, once to count
   and once to place, so that the two cannot disagree. */
#include "crowd/crowd.h"

#include <string.h>

enum { MOST_CHARACTERS = 1000000, MOST_WORKERS = 1024, LINE = 64 };

/* ---- memory ---- */

typedef struct layout {
    char *base; /* NULL while counting */
    size_t used;
    bool over; /* past what size_t holds */
} layout;

/* Each part starts a cache line, so that two workers never write to one. */
static void *place(layout *l, size_t count, size_t each) {
    if (each && count > (SIZE_MAX / 2 - l->used) / each) {
        l->over = true;
        return NULL;
    }
    void *piece = l->base ? l->base + l->used : NULL;
    l->used += (count * each + LINE - 1) / LINE * LINE;
    return piece;
}

static size_t in_lines(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

static void place_workers(layout *l, sinew_crowd *crowd) {
    size_t step = in_lines(sinew_binding_step_size(crowd->binding)), pose = in_lines(snw_bound_room(crowd->binding));
    crowd->workers = place(l, crowd->worker_count, sizeof *crowd->workers);
    char *steps = place(l, crowd->worker_count, step);
    char *poses = place(l, crowd->worker_count, pose);
    for (uint32_t i = 0; l->base && i < crowd->worker_count; ++i) {
        crowd->workers[i].step = sinew_step_init(steps + i * step, step, crowd->binding);
        crowd->workers[i].pose = snw_bound_place(crowd->binding, poses + i * pose);
    }
}

static void place_all(layout *l, sinew_crowd *crowd) {
    place(l, 1, sizeof *crowd);
    crowd->slots = place(l, crowd->capacity, sizeof *crowd->slots);
    crowd->there = place(l, (crowd->capacity + 31) / 32, sizeof *crowd->there);
    crowd->players = place(l, crowd->capacity, crowd->player_bytes);
    if (crowd->hold_bytes) crowd->holds = place(l, crowd->capacity, crowd->hold_bytes);
    if (crowd->picture_floats) crowd->pictures = place(l, 2 * (size_t)crowd->capacity, crowd->picture_floats * 4);
    place_workers(l, crowd);
}

static uint32_t largest_skin(const sinew_skeleton *skeleton) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < sinew_skeleton_skin_count(skeleton); ++i) {
        uint32_t count = sinew_skeleton_skin_joint_count(skeleton, i);
        most = count > most ? count : most;
    }
    return most;
}

/* What is known before there is memory. */
static bool plan(sinew_crowd *crowd, const sinew_crowd_desc *desc) {
    if (!desc || !desc->binding || !desc->binding->model) return false;
    if (!desc->capacity || desc->capacity > MOST_CHARACTERS || desc->jobs.workers > MOST_WORKERS) return false;
    const sinew_binding *binding = desc->binding;
    *crowd = (sinew_crowd){ .binding = binding, .jobs = desc->jobs, .capacity = desc->capacity };
    crowd->worker_count = desc->jobs.run && desc->jobs.workers ? desc->jobs.workers : 1;
    if (!snw_bound_room(binding)) return false;
    crowd->player_bytes = in_lines(sinew_binding_player_size(binding));
    crowd->hold_bytes = desc->no_holds ? 0 : in_lines(snw_holds_room(binding));
    crowd->picture_floats =
        desc->half_rate ? in_lines(48 * (size_t)largest_skin(sinew_model_skeleton(binding->model))) / 4 : 0;
    return true;
}

/* With room to begin at a cache line wherever the memory lies. */
size_t sinew_crowd_size(const sinew_crowd_desc *desc) {
    sinew_crowd crowd;
    if (!plan(&crowd, desc)) return 0;
    layout l = { NULL, 0, false };
    place_all(&l, &crowd);
    return l.over ? 0 : l.used + LINE;
}

sinew_crowd *sinew_crowd_init(void *memory, size_t size, const sinew_crowd_desc *desc) {
    size_t needed = sinew_crowd_size(desc);
    if (!memory || !needed || size < needed || (uintptr_t)memory % 16) return NULL;
    sinew_crowd made;
    plan(&made, desc);
    layout l = { (char *)memory + (LINE - (uintptr_t)memory % LINE) % LINE, 0, false };
    memset(memory, 0, needed);
    place_all(&l, &made);
    sinew_crowd *crowd = (sinew_crowd *)(void *)l.base;
    *crowd = made;
    return crowd;
}

/* The crowd begins at a cache line; where its memory does stands in front of the gap. */
sinew_crowd *sinew_crowd_create(const sinew_crowd_desc *desc) {
    size_t size = sinew_crowd_size(desc);
    if (!size) return NULL;
    sinew_allocator allocator = snw_allocator_of(desc->allocator);
    void *memory = snw_allocate(&allocator, size);
    if (!memory) return NULL;
    sinew_crowd *crowd = sinew_crowd_init(memory, size, desc);
    crowd->allocator = allocator;
    crowd->block = memory;
    crowd->owned = size;
    return crowd;
}

void sinew_crowd_destroy(sinew_crowd *crowd) {
    if (!crowd || !crowd->owned) return;
    sinew_allocator allocator = crowd->allocator;
    snw_release(&allocator, crowd->block, crowd->owned);
}

/* ---- characters ---- */

static uint32_t first_free(sinew_crowd *crowd) {
    uint32_t *word = &crowd->full_words;
    while (*word < (crowd->capacity + 31) / 32 && crowd->there[*word] == UINT32_MAX) ++*word;
    uint32_t bit = 0;
    while (*word < (crowd->capacity + 31) / 32 && crowd->there[*word] >> bit & 1) ++bit;
    return 32 * *word + bit;
}

uint32_t sinew_crowd_add(sinew_crowd *crowd) {
    uint32_t character = crowd ? first_free(crowd) : SINEW_NONE;
    if (!crowd || character >= crowd->capacity) return SINEW_NONE;
    void *memory = snw_crowd_player(crowd, character);
    sinew_player_init(memory, crowd->player_bytes, crowd->binding, crowd->workers[0].step);
    if (crowd->holds) snw_holds_place(crowd->workers[0].pose, crowd->holds + character * crowd->hold_bytes);
    crowd->slots[character] = (snw_slot){ 0 };
    snw_bit_put(crowd->there, character, true);
    ++crowd->count;
    return character;
}

sinew_result sinew_crowd_remove(sinew_crowd *crowd, uint32_t character) {
    if (!crowd) return SINEW_ERROR_ARGUMENT;
    if (!snw_crowd_has(crowd, character)) return SINEW_ERROR_NOT_FOUND;
    snw_bit_put(crowd->there, character, false);
    if (character / 32 < crowd->full_words) crowd->full_words = character / 32;
    --crowd->count;
    return SINEW_OK;
}

uint32_t sinew_crowd_count(const sinew_crowd *crowd) { return crowd ? crowd->count : 0; }

sinew_player *sinew_crowd_player(sinew_crowd *crowd, uint32_t character) {
    return crowd && snw_crowd_has(crowd, character) ? snw_crowd_player(crowd, character) : NULL;
}

sinew_result sinew_crowd_set_view(sinew_crowd *crowd, uint32_t character, const sinew_crowd_view *view) {
    static const sinew_crowd_view unseen;
    if (!crowd) return SINEW_ERROR_ARGUMENT;
    if (!snw_crowd_has(crowd, character)) return SINEW_ERROR_NOT_FOUND;
    if (!view) view = &unseen;
    if (view->palette && view->skin >= sinew_skeleton_skin_count(sinew_model_skeleton(crowd->binding->model)))
        return SINEW_ERROR_NOT_FOUND;
    if (view->palette && view->half_rate && !crowd->pictures) return SINEW_ERROR_REFUSED;
    snw_slot *slot = &crowd->slots[character];
    bool goes_on =
        slot->view.palette && view->palette && slot->view.skin == view->skin && slot->view.half_rate == view->half_rate;
    if (!goes_on) slot->pictures = 0;
    slot->view = *view;
    return SINEW_OK;
}
