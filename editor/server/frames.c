/* Binary messages of what the preview does. Invariant: indices are those of the graph that was told last. */
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE = 0 };

/* Measures, then writes. Wants `m` to be filled. */
#define FRAME(p, name, m)                                                                                              \
    do {                                                                                                               \
        size_t size_ = snw_link_write_##name(NULL, 0, SOURCE, (p)->sequence, &(m));                                    \
        made = size_ ? message_new(true, size_) : NULL;                                                                \
        if (made) snw_link_write_##name(made->bytes, size_, SOURCE, (p)->sequence++, &(m));                            \
    } while (0)

static const sinew_binding *binding_of(const preview *p) { return p->playing->binding; }

message *frame_instance(preview *p) {
    message *made;
    snw_link_instance m = { .name = "preview", .writable = 1 };
    FRAME(p, instance, m);
    return made;
}

/* ---- the graph ---- */

/* A number that is not one where the graph gives no bound. */
static float bound_of(const sinew_opt *bound) { return bound->set ? (float)bound->value : NAN; }

static snw_link_parameter_name *parameters_of(const sinew_binding *b) {
    const sinew_graph_desc *desc = sinew_graph_definition(sinew_binding_graph(b));
    snw_link_parameter_name *list = calloc(desc->parameter_count + 1, sizeof *list);
    for (uint32_t i = 0; list && i < desc->parameter_count; ++i) {
        const sinew_parameter_desc *from = &desc->parameters[i];
        list[i] = (snw_link_parameter_name){ from->name, (uint8_t)from->type, (float)from->default_value,
                                             bound_of(&from->min), bound_of(&from->max) };
    }
    return list;
}

static snw_link_transition_name *transitions_of(const sinew_binding *b, uint32_t count) {
    snw_link_transition_name *list = calloc(count + 1, sizeof *list);
    for (uint32_t i = 0; list && i < count; ++i) {
        uint32_t layer = 0;
        sinew_binding_transition(b, i, &layer, &list[i].machine, &list[i].index, &list[i].from, &list[i].to);
        list[i].layer = (uint16_t)layer;
    }
    return list;
}

static double clip_length(const preview *p, uint32_t clip) {
    const sinew_model *model = sinew_binding_model(binding_of(p));
    if (model) return sinew_model_clip_length(model, clip);
    return clip < p->playing->list.count ? p->playing->list.clips[clip].info.length : 0;
}

static const char *clip_name(const preview *p, uint32_t clip) {
    const sinew_model *model = sinew_binding_model(binding_of(p));
    const char *name = sinew_binding_clip_name(binding_of(p), clip);
    return model && !(name && name[0]) ? sinew_model_clip_name(model, clip) : name;
}

static snw_link_clip_name *clips_of(const preview *p, uint32_t count) {
    snw_link_clip_name *list = calloc(count + 1, sizeof *list);
    for (uint32_t i = 0; list && i < count; ++i)
        list[i] = (snw_link_clip_name){ clip_name(p, i), (float)clip_length(p, i) };
    return list;
}

static uint32_t clip_count(const preview *p) {
    const sinew_model *model = sinew_binding_model(binding_of(p));
    uint32_t known = sinew_binding_clip_count(binding_of(p)), all = sinew_model_clip_count(model);
    return model && all > known ? all : known;
}

message *frame_graph(preview *p) {
    message *made = NULL;
    const sinew_binding *b = binding_of(p);
    const sinew_model *model = sinew_binding_model(b);
    uint64_t hash = sinew_graph_hash(sinew_binding_graph(b));
    snw_link_graph m = { .hash_low = (uint32_t)hash, .hash_high = (uint32_t)(hash >> 32) };
    m.layers_count = sinew_binding_layer_count(b);
    m.states_count = sinew_binding_state_count(b);
    m.parameters_count = sinew_binding_parameter_count(b);
    m.transitions_count = sinew_binding_transition_count(b);
    m.clips_count = clip_count(p);
    m.joint_count = model ? sinew_skeleton_joint_count(sinew_model_skeleton(model)) : 0;
    snw_link_layer_name *layers = calloc(m.layers_count + 1, sizeof *layers);
    snw_link_state_place *states = calloc(m.states_count + 1, sizeof *states);
    snw_link_parameter_name *parameters = parameters_of(b);
    snw_link_transition_name *transitions = transitions_of(b, m.transitions_count);
    snw_link_clip_name *clips = clips_of(p, m.clips_count);
    if (layers && states && parameters && transitions && clips) {
        for (uint32_t i = 0; i < m.layers_count; ++i) layers[i].name = sinew_binding_layer_name(b, i);
        for (uint32_t i = 0; i < m.states_count; ++i)
            states[i] =
                (snw_link_state_place){ (uint16_t)sinew_binding_state_layer(b, i), sinew_binding_state_path(b, i) };
        m.layers = layers;
        m.states = states;
        m.parameters = parameters;
        m.transitions = transitions;
        m.clips = clips;
        FRAME(p, graph, m);
    }
    free(layers);
    free(states);
    free(parameters);
    free(transitions);
    free(clips);
    return made;
}

/* ---- after each advance ---- */

static snw_link_layer_now layer_now(const preview *p, uint32_t layer) {
    sinew_state_info info = { .state = SINEW_NONE };
    sinew_fade_info fade = { .from = SINEW_NONE, .to = SINEW_NONE, .transition = SINEW_NONE };
    sinew_player_state_info(p->player, layer, &info);
    sinew_player_fade(p->player, layer, &fade);
    return (snw_link_layer_now){ sinew_player_state(p->player, layer),
                                 (float)info.progress,
                                 p->step->layers[layer].weight,
                                 fade.from,
                                 fade.to,
                                 (float)fade.t,
                                 (float)fade.duration,
                                 fade.transition };
}

message *frame_state(preview *p) {
    message *made = NULL;
    snw_link_state m = {
        .time = sinew_player_time(p->player), .dt = (float)p->step->dt, .speed = (float)p->speed, .paused = p->paused
    };
    m.layers_count = p->step->layer_count;
    m.samples_count = p->step->sample_count;
    m.parameters_count = sinew_binding_parameter_count(binding_of(p));
    snw_link_layer_now *layers = calloc(m.layers_count + 1, sizeof *layers);
    snw_link_sample_now *samples = calloc(m.samples_count + 1, sizeof *samples);
    float *parameters = calloc(m.parameters_count + 1, sizeof *parameters);
    if (layers && samples && parameters) {
        for (uint32_t i = 0; i < m.layers_count; ++i) layers[i] = layer_now(p, i);
        for (uint32_t i = 0; i < m.samples_count; ++i) {
            const sinew_sample *s = &p->step->samples[i];
            samples[i] = (snw_link_sample_now){ s->layer, s->clip, s->time, s->weight };
        }
        for (uint32_t i = 0; i < m.parameters_count; ++i) {
            double value = 0;
            sinew_player_get(p->player, i, &value);
            parameters[i] = (float)value;
        }
        m.layers = layers;
        m.samples = samples;
        m.parameters = parameters;
        FRAME(p, state, m);
    }
    free(layers);
    free(samples);
    free(parameters);
    return made;
}

static int16_t quantised(float part) {
    float scaled = roundf(part * 32767);
    return (int16_t)(scaled > 32767 ? 32767 : scaled < -32767 ? -32767 : scaled);
}

static bool is_one(float scale) { return !(scale < 1 || scale > 1); }

static void fill_pose(snw_link_pose *m, const sinew_pose *pose, snw_link_joint_now *joints,
                      snw_link_joint_scale *scales, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        sinew_transform t = sinew_pose_local(pose, i);
        joints[i] = (snw_link_joint_now){ quantised(t.rotation.x), quantised(t.rotation.y), quantised(t.rotation.z),
                                          quantised(t.rotation.w), t.translation.x,         t.translation.y,
                                          t.translation.z };
        if (is_one(t.scale.x) && is_one(t.scale.y) && is_one(t.scale.z)) continue;
        scales[m->scales_count++] = (snw_link_joint_scale){ (uint16_t)i, t.scale.x, t.scale.y, t.scale.z };
    }
    m->joints = joints;
    m->joints_count = count;
    m->scales = scales;
}

message *frame_pose(preview *p) {
    message *made = NULL;
    const sinew_model *model = sinew_binding_model(binding_of(p));
    uint32_t count = sinew_skeleton_joint_count(sinew_model_skeleton(model));
    snw_link_pose m = { .time = sinew_player_time(p->player),
                        .root_x = p->place.translation[0],
                        .root_y = p->place.translation[1],
                        .root_z = p->place.translation[2],
                        .root_yaw = p->place.yaw };
    const sinew_pose *pose = p->pose;
    if (p->clip_mode) {
        sinew_pose_rest(p->clip_pose);
        sinew_pose_sample(p->clip_pose, p->clip, p->clip_time);
        pose = p->clip_pose;
        m.time = p->clip_time;
        m.root_x = m.root_y = m.root_z = m.root_yaw = 0;
    }
    snw_link_joint_now *joints = calloc(count + 1, sizeof *joints);
    snw_link_joint_scale *scales = calloc(count + 1, sizeof *scales);
    if (joints && scales) {
        fill_pose(&m, pose, joints, scales, count);
        m.morphs = sinew_pose_morph_weights(pose);
        m.morphs_count = sinew_model_morph_weight_count(model);
        FRAME(p, pose, m);
    }
    free(joints);
    free(scales);
    return made;
}

static snw_link_event event_of(const preview *p, const sinew_event *from) {
    const sinew_event_desc *desc = sinew_binding_event(binding_of(p), from->clip, from->event);
    return (snw_link_event){ from->layer,
                             (uint8_t)from->kind,
                             from->clip,
                             from->state,
                             from->at,
                             from->weight,
                             desc ? desc->kind : "",
                             desc ? desc->name : "" };
}

message *frame_happened(preview *p) {
    message *made = NULL;
    const sinew_step *step = p->step;
    snw_link_happened m = { .time = sinew_player_time(p->player) };
    snw_link_signal *signals = calloc(step->signal_count + 1, sizeof *signals);
    snw_link_event *events = calloc(step->event_count + 1, sizeof *events);
    if (signals && events) {
        for (uint32_t i = 0; i < step->signal_count; ++i) {
            const sinew_signal *s = &step->signals[i];
            signals[i] = (snw_link_signal){ s->layer, (uint8_t)s->kind, s->from, s->to, s->at };
        }
        for (uint32_t i = 0; i < step->event_count; ++i) events[i] = event_of(p, &step->events[i]);
        m.signals = signals;
        m.signals_count = step->signal_count;
        m.events = events;
        m.events_count = step->event_count;
        FRAME(p, happened, m);
    }
    free(signals);
    free(events);
    return made;
}

message *frame_why(preview *p) {
    message *made = NULL;
    uint32_t count = sinew_binding_transition_count(binding_of(p));
    snw_link_verdict *verdicts = calloc(count + 1, sizeof *verdicts);
    if (!verdicts) return NULL;
    for (uint32_t i = 0; i < count; ++i) {
        const sinew_verdict *v = &p->verdicts[i];
        verdicts[i] = (snw_link_verdict){ (uint8_t)v->kind, v->condition, v->by, v->value, v->wanted, v->at };
    }
    snw_link_why m = { sinew_player_time(p->player), verdicts, count };
    FRAME(p, why, m);
    free(verdicts);
    return made;
}

/* ---- meshes ---- */

static void fill_mesh(snw_link_mesh *to, const sinew_mesh *from) {
    uint32_t influences = from->vertex_count * from->influence_count;
    *to = (snw_link_mesh){ .joint = from->joint, .skin = from->skin, .color = from->color, .color_count = 4 };
    to->positions = from->positions;
    to->positions_count = from->vertex_count * 3;
    to->normals = from->normals;
    to->normals_count = from->normals ? from->vertex_count * 3 : 0;
    to->joints = from->influence_joints;
    to->joints_count = from->influence_joints ? influences : 0;
    to->weights = from->influence_weights;
    to->weights_count = from->influence_weights ? influences : 0;
    to->indices = from->indices;
    to->indices_count = from->index_count;
}

static void fill_skin(snw_link_skin *to, const sinew_skeleton *skeleton, uint32_t skin) {
    to->joints = sinew_skeleton_skin_joints(skeleton, skin);
    to->joints_count = sinew_skeleton_skin_joint_count(skeleton, skin);
    to->inverse_bind = (const float *)sinew_skeleton_skin_inverse_bind(skeleton, skin);
    to->inverse_bind_count = to->joints_count * 12;
}

message *frame_meshes(preview *p) {
    message *made = NULL;
    const sinew_model *model = sinew_binding_model(binding_of(p));
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    snw_link_meshes m = { .meshes_count = sinew_model_mesh_count(model),
                          .skins_count = sinew_skeleton_skin_count(skeleton) };
    snw_link_mesh *meshes = calloc(m.meshes_count + 1, sizeof *meshes);
    snw_link_skin *skins = calloc(m.skins_count + 1, sizeof *skins);
    if (meshes && skins) {
        for (uint32_t i = 0; i < m.meshes_count; ++i) fill_mesh(&meshes[i], sinew_model_mesh(model, i));
        for (uint32_t i = 0; i < m.skins_count; ++i) fill_skin(&skins[i], skeleton, i);
        m.meshes = meshes;
        m.skins = skins;
        /* What would not go through a client's queue is left out: the skeleton still shows. */
        if (snw_link_write_meshes(NULL, 0, SOURCE, 0, &m) > QUEUE_MOST / 2) m.meshes_count = 0;
        FRAME(p, meshes, m);
    }
    free(meshes);
    free(skins);
    return made;
}
