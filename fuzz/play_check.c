/* What must hold of any player after any step. Invariant: checking changes nothing. */
#include "play.h"

#include <math.h>
#include <string.h>

static const double LEAST_SUM = 1 - 1e-5, MOST_SUM = 1 + 1e-5;

/* ---- a step ---- */

static void check_clip_time(const world *w, uint32_t clip, float time) {
    REQUIRE(clip < WORLD_CLIPS);
    REQUIRE(time >= 0 && time <= (float)w->lengths[clip]);
}

static void check_sample(const world *w, const sinew_sample *sample) {
    REQUIRE(isfinite(sample->weight) && sample->weight >= 0 && (double)sample->weight <= MOST_SUM);
    if (sample->clip == SINEW_CLIP_HELD) {
        bool inertial = sample->flags & SINEW_SAMPLE_INERTIAL;
        REQUIRE(!(sample->flags & SINEW_SAMPLE_ADDITIVE) && sample->hold_serial > 0);
        REQUIRE(inertial ? !(sample->weight > 0) : sample->weight > 0);
        if (inertial) REQUIRE(sample->hold_since >= 0 && sample->hold_since <= sample->hold_duration);
        return;
    }
    check_clip_time(w, sample->clip, sample->time);
    check_clip_time(w, sample->clip, sample->previous_time);
    REQUIRE(!(sample->flags & ~SINEW_SAMPLE_ADDITIVE));
    if (!(sample->flags & SINEW_SAMPLE_ADDITIVE)) return;
    REQUIRE(sample->reference_clip == SINEW_NONE || sample->reference_clip < WORLD_CLIPS);
    REQUIRE(isfinite(sample->reference_time));
}

static void check_row(const world *w, const sinew_player *player, const sinew_step *step, uint32_t layer) {
    const sinew_layer_row *row = &step->layers[layer];
    bool additive = false;
    double sum = 0;
    uint32_t held = 0;
    REQUIRE(row->weight >= 0 && row->weight <= 1);
    REQUIRE(row->mask == SINEW_NONE || row->mask < sinew_binding_mask_count(w->binding));
    REQUIRE(row->reference_clip == SINEW_NONE || row->reference_clip < WORLD_CLIPS);
    for (uint32_t i = 0; i < row->sample_count; ++i) {
        const sinew_sample *sample = &step->samples[row->first_sample + i];
        REQUIRE(sample->layer == layer);
        check_sample(w, sample);
        bool delta = sample->flags & SINEW_SAMPLE_ADDITIVE;
        REQUIRE(delta || !additive);
        additive = delta;
        if (!delta) sum += (double)sample->weight;
        held += sample->clip == SINEW_CLIP_HELD;
    }
    REQUIRE(sum <= MOST_SUM && held <= 1 && (held == 0 || row->keep));
    bool plays = row->weight > 0 && sinew_player_state(player, layer) != SINEW_NONE;
    if (plays && !w->thins) REQUIRE(sum >= LEAST_SUM);
    if (!(row->weight > 0)) REQUIRE(row->sample_count == 0);
}

static void check_signals(const world *w, const sinew_step *step) {
    uint32_t states = sinew_binding_state_count(w->binding), started[WORLD_LAYERS] = { 0 };
    REQUIRE(step->signal_count <= sinew_binding_max_signals(w->binding));
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        const sinew_signal *signal = &step->signals[i];
        bool left = signal->kind != SINEW_SIGNAL_ENTERED, entered = signal->kind != SINEW_SIGNAL_EXITED;
        REQUIRE(signal->at >= 0 && signal->at <= (float)step->dt && signal->layer < step->layer_count);
        REQUIRE(signal->kind <= SINEW_SIGNAL_EXITED);
        REQUIRE(left ? signal->from < states : signal->from == SINEW_NONE);
        REQUIRE(entered ? signal->to < states : signal->to == SINEW_NONE);
        REQUIRE(sinew_binding_state_layer(w->binding, left ? signal->from : signal->to) == signal->layer);
        if (signal->kind == SINEW_SIGNAL_TRANSITION) started[signal->layer]++;
        if (i == 0) continue;
        const sinew_signal *before = &step->signals[i - 1];
        REQUIRE(before->at < signal->at || (before->at <= signal->at && before->layer <= signal->layer));
    }
    for (uint32_t i = 0; i < step->layer_count; ++i) REQUIRE(started[i] <= 64 + 1); /* and a wish */
}

void check_step(const world *w, const sinew_player *player, const sinew_step *step) {
    uint32_t samples = 0;
    REQUIRE(step->binding == sinew_player_binding(player) && isfinite(step->time) && step->dt >= 0);
    REQUIRE(step->sample_count <= sinew_binding_max_samples(w->binding));
    REQUIRE(step->layer_count == sinew_binding_layer_count(w->binding) && step->layer_count <= WORLD_LAYERS);
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        REQUIRE(step->layers[i].first_sample == samples);
        samples += step->layers[i].sample_count;
        check_row(w, player, step, i);
    }
    REQUIRE(samples == step->sample_count);
    check_signals(w, step);
}

/* ---- answers ---- */

static bool holds_a_machine(const sinew_binding *binding, uint32_t state) {
    for (uint32_t i = 0; i < sinew_binding_state_count(binding); ++i)
        if (sinew_binding_state_parent(binding, i) == state) return true;
    return false;
}

static void check_leaf(const world *w, uint32_t layer, uint32_t state) {
    REQUIRE(state < sinew_binding_state_count(w->binding));
    REQUIRE(sinew_binding_state_layer(w->binding, state) == layer && !holds_a_machine(w->binding, state));
}

static void check_info(const world *w, const sinew_player *player, uint32_t layer, sinew_state_info *info) {
    REQUIRE(sinew_player_state_info(player, layer, info));
    REQUIRE(info->state == sinew_player_state(player, layer));
    check_leaf(w, layer, info->state);
    REQUIRE(isfinite(info->progress) && info->progress >= 0 && isfinite(info->rate));
    REQUIRE(isfinite(info->length) && info->length >= 0 && info->time >= 0 && info->time <= info->length);
    REQUIRE(info->heaviest_clip == SINEW_NONE || info->heaviest_clip < WORLD_CLIPS);
}

static void check_fade(const world *w, const sinew_player *player, uint32_t layer) {
    sinew_fade_info fade;
    if (!sinew_player_fade(player, layer, &fade)) return;
    uint32_t states = sinew_binding_state_count(w->binding);
    REQUIRE(fade.to < states && (fade.from == SINEW_NONE || fade.from < states));
    REQUIRE(fade.t >= 0 && fade.t <= 1 && fade.duration > 0 && fade.remaining >= 0);
    REQUIRE(fade.transition == SINEW_NONE || fade.transition < sinew_binding_transition_count(w->binding));
}

static bool was_entered(const sinew_step *step, uint32_t layer) {
    for (uint32_t i = 0; i < step->signal_count; ++i)
        if (step->signals[i].kind == SINEW_SIGNAL_ENTERED && step->signals[i].layer == layer) return true;
    return false;
}

void check_answers(const world *w, const sinew_player *player, const sinew_step *step, play_watch *watches) {
    sinew_state_info info;
    sinew_fade_info fade;
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        if (sinew_player_state(player, i) == SINEW_NONE) {
            REQUIRE(!sinew_player_state_info(player, i, &info) && !sinew_player_fade(player, i, &fade));
            watches[i].state = SINEW_NONE;
            continue;
        }
        check_info(w, player, i, &info);
        check_fade(w, player, i);
        bool entered = was_entered(step, i);
        if (watches[i].state != SINEW_NONE && !entered)
            REQUIRE(info.state == watches[i].state && info.progress >= watches[i].progress);
        watches[i] = (play_watch){ info.state, info.progress };
    }
    REQUIRE(!sinew_player_state_info(player, step->layer_count, &info));
    REQUIRE(sinew_player_state(player, step->layer_count) == SINEW_NONE);
}

/* ---- verdicts ---- */

static bool some_went(const world *w, const sinew_verdict *verdicts, uint32_t layer) {
    for (uint32_t i = 0; i < sinew_binding_transition_count(w->binding); ++i) {
        uint32_t own = SINEW_NONE;
        REQUIRE(sinew_binding_transition(w->binding, i, &own, NULL, NULL, NULL, NULL));
        if (own == layer && verdicts[i].kind == SINEW_VERDICT_WENT) return true;
    }
    return false;
}

void check_verdicts(const world *w, const sinew_step *step, const sinew_verdict *verdicts, bool free) {
    uint32_t count = sinew_binding_transition_count(w->binding);
    for (uint32_t i = 0; i < count; ++i) {
        const sinew_verdict *verdict = &verdicts[i];
        REQUIRE(verdict->kind <= SINEW_VERDICT_LIMIT && verdict->at >= 0 && verdict->at <= (float)step->dt);
        REQUIRE(isfinite(verdict->value) && isfinite(verdict->wanted));
        if (verdict->kind == SINEW_VERDICT_HIDDEN) REQUIRE(verdict->by < count && verdict->by != i);
    }
    for (uint32_t i = 0; free && i < step->signal_count; ++i)
        if (step->signals[i].kind == SINEW_SIGNAL_TRANSITION) REQUIRE(some_went(w, verdicts, step->signals[i].layer));
}

/* ---- a binding ---- */

void check_blends(const world *w, uint32_t state, float x, float y) {
    float weights[16];
    uint32_t count;
    for (uint32_t motion = 0; motion < 32; ++motion) {
        if ((count = sinew_binding_blend_weights(w->binding, state, motion, x, y, weights, 16)) == 0) continue;
        double sum = 0;
        for (uint32_t i = 0; i < count; ++i) {
            REQUIRE(weights[i] >= 0);
            sum += (double)weights[i];
        }
        REQUIRE(fabs(sum - 1) <= 1e-6);
        REQUIRE(sinew_binding_blend_weights(w->binding, state, motion, x, y, weights, count - 1) == 0);
    }
    REQUIRE(sinew_binding_blend_weights(w->binding, state, 0, NAN, y, weights, 16) == 0);
}

static void check_state_names(const sinew_binding *binding) {
    for (uint32_t i = 0; i < sinew_binding_state_count(binding); ++i) {
        uint32_t layer = sinew_binding_state_layer(binding, i), parent = sinew_binding_state_parent(binding, i);
        const char *path = sinew_binding_state_path(binding, i), *name = sinew_binding_state_name(binding, i);
        REQUIRE(sinew_binding_find_state(binding, layer, path) == i);
        REQUIRE(parent == SINEW_NONE || parent < i);
        REQUIRE(strlen(path) >= strlen(name) && strcmp(path + strlen(path) - strlen(name), name) == 0);
        REQUIRE(!sinew_binding_state_has_tag(binding, i, "t"));
    }
    REQUIRE(sinew_binding_find_state(binding, 0, "A/none") == SINEW_NONE);
    REQUIRE(sinew_binding_find_state(binding, 0, "none/A") == SINEW_NONE);
}

static void check_transitions(const sinew_binding *binding) {
    uint32_t states = sinew_binding_state_count(binding);
    for (uint32_t i = 0; i < sinew_binding_transition_count(binding); ++i) {
        uint32_t layer, machine, index, from, to;
        REQUIRE(sinew_binding_transition(binding, i, &layer, &machine, &index, &from, &to));
        REQUIRE(layer < sinew_binding_layer_count(binding) && (machine == SINEW_NONE || machine < states));
        REQUIRE((from == SINEW_NONE || from < states) && (to == SINEW_NONE || to < states));
        if (from != SINEW_NONE) REQUIRE(sinew_binding_state_parent(binding, from) == machine);
        if (to != SINEW_NONE) REQUIRE(sinew_binding_state_parent(binding, to) == machine);
        REQUIRE(to != SINEW_NONE || machine != SINEW_NONE);
    }
}

void check_names(const world *w) {
    const sinew_binding *binding = w->binding;
    REQUIRE(sinew_binding_graph(binding) == w->graph && sinew_binding_model(binding) == w->model);
    for (uint32_t i = 0; i < sinew_binding_parameter_count(binding); ++i)
        REQUIRE(sinew_binding_find_parameter(binding, sinew_binding_parameter_name(binding, i)) == i);
    for (uint32_t i = 0; i < sinew_binding_layer_count(binding); ++i)
        REQUIRE(sinew_binding_find_layer(binding, sinew_binding_layer_name(binding, i)) == i);
    for (uint32_t i = 0; i < sinew_binding_mask_count(binding); ++i)
        for (uint32_t joint = 0; joint < WORLD_JOINTS; ++joint) {
            float weight = sinew_binding_mask(binding, i)[joint];
            REQUIRE(weight >= 0 && weight <= 1);
        }
    for (uint32_t i = 0; i < WORLD_CLIPS; ++i) {
        const char *name = sinew_binding_clip_name(binding, i);
        REQUIRE(!name[0] || w->rig.find_clip(w->rig.user, name) == i);
    }
    check_state_names(binding);
    check_transitions(binding);
}
