/* See bank_play.h. */
#include "support/bank_play.h"

#include "bank/bank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 5, FRAMES = 12, MOST_CLIPS = 40, MOST_JOINTS = 4096, USUAL_DEPTH = 12 };

static bool finite3(sinew_vec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

static bool finite_local(const sinew_transform *t) {
    return finite3(t->translation) && finite3(t->scale) && isfinite(t->rotation.x) && isfinite(t->rotation.y) &&
           isfinite(t->rotation.z) && isfinite(t->rotation.w);
}

static bool usual_number(float x, float least, float most) { return fabsf(x) <= most && fabsf(x) >= least; }

static bool usual_local(const sinew_transform *t) {
    return usual_number(t->translation.x, 0, 1e3f) && usual_number(t->translation.y, 0, 1e3f) &&
           usual_number(t->translation.z, 0, 1e3f) && usual_number(t->scale.x, 0.1f, 10) &&
           usual_number(t->scale.y, 0.1f, 10) && usual_number(t->scale.z, 0.1f, 10);
}

static bool usual_matrix(const sinew_affine *a) {
    for (int i = 0; i < 12; ++i)
        if (!usual_number(a->m[i], 0, 1e6f)) return false;
    return true;
}

static bool finite_matrix(const float *m) {
    for (int i = 0; i < 12; ++i)
        if (!isfinite(m[i])) return false;
    return true;
}

static bool shallow(const sinew_skeleton *s) {
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(s); ++j) {
        uint32_t depth = 0;
        for (uint32_t p = j; p != SINEW_NONE && depth <= USUAL_DEPTH; p = sinew_skeleton_joint_parent(s, p)) ++depth;
        if (depth > USUAL_DEPTH) return false;
    }
    return true;
}

/* ---- a model ---- */

/* *usual: also whether every number is of a usual size. */
static const char *look_at_pose(const sinew_model *model, const sinew_pose *pose, bool *usual) {
    uint32_t joints = sinew_skeleton_joint_count(sinew_model_skeleton(model));
    for (uint32_t j = 0; j < joints; ++j) {
        sinew_transform local = sinew_pose_local(pose, j);
        if (!finite_local(&local)) return "a local transform is not finite";
        *usual = *usual && usual_local(&local);
    }
    const float *weights = sinew_pose_morph_weights(pose);
    for (uint32_t i = 0; i < sinew_model_morph_weight_count(model); ++i)
        *usual = *usual && usual_number(weights[i], 0, 1e6f);
    return NULL;
}

static const char *look_at_palettes(const sinew_model *model, sinew_pose *pose, bool usual) {
    const sinew_skeleton *s = sinew_model_skeleton(model);
    for (uint32_t i = 0; i < sinew_skeleton_skin_count(s) && i < 4; ++i) {
        uint32_t count = sinew_skeleton_skin_joint_count(s, i);
        float *palette = malloc((size_t)count * 12 * sizeof *palette);
        const char *wrong = NULL;
        if (!palette) return "memory ran out";
        sinew_palette_3x4(pose, i, palette, count);
        for (uint32_t n = 0; usual && n < count; ++n)
            if (usual_matrix(&sinew_skeleton_skin_inverse_bind(s, i)[n]) && !finite_matrix(palette + 12 * (size_t)n))
                wrong = "a palette is not finite";
        free(palette);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *look_at_values(const sinew_model *model, uint32_t clip, double time) {
    sinew_root_step step;
    if (sinew_root_between(model, clip, time, 0.5, 2, &step) &&
        !(isfinite(step.translation[0]) && isfinite(step.translation[2]) && isfinite(step.yaw)))
        return "root motion is not finite";
    for (uint32_t lane = 0; lane < sinew_model_lane_count(model) && lane < 64; ++lane) {
        float numbers[SNW_MOST_WIDTH];
        const char *text = "";
        sinew_lane_info info;
        sinew_model_lane(model, lane, &info);
        if (sinew_model_clip_property(model, clip, lane, time, numbers, &text) && info.text && strlen(text) > 1u << 24)
            return "a text is long";
    }
    return NULL;
}

static const char *look_at_clips(const sinew_model *model, sinew_pose *pose, bool *usual) {
    const char *wrong = NULL;
    for (uint32_t i = 0; i < sinew_model_clip_count(model) && i < MOST_CLIPS && !wrong; ++i) {
        double length = sinew_model_clip_length(model, i);
        for (int k = -1; k <= TIMES && !wrong; ++k) {
            double time = length * k / (TIMES - 1);
            sinew_pose_rest(pose);
            if (sinew_pose_sample(pose, i, time) == SINEW_OK) wrong = look_at_pose(model, pose, usual);
            if (!wrong && isfinite(time)) wrong = look_at_values(model, i, time);
        }
        if (!wrong) wrong = look_at_palettes(model, pose, *usual);
        sinew_root_track *track = NULL;
        if (length < 100 && sinew_root_bake(model, i, NULL, 30, &track) == SINEW_OK) sinew_root_track_destroy(track);
    }
    return wrong;
}

static const char *play_model(const sinew_model *model, bool *usual) {
    const sinew_skeleton *s = sinew_model_skeleton(model);
    if (sinew_skeleton_joint_count(s) > MOST_JOINTS) return NULL;
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    if (!pose) return NULL;
    *usual = shallow(s);
    const char *wrong = look_at_pose(model, pose, usual);
    if (!wrong) wrong = look_at_clips(model, pose, usual);
    sinew_pose_destroy(pose);
    return wrong;
}

/* ---- a graph ---- */

static void set_parameters(sinew_player *player, const sinew_graph_desc *graph, int frame) {
    for (uint32_t i = 0; i < graph->parameter_count && i < 16; ++i) {
        const sinew_parameter_desc *p = &graph->parameters[i];
        uint32_t turn = ((uint32_t)frame * 7 + i * 3) % 5;
        if (p->type == SINEW_PARAMETER_FLOAT) sinew_player_set_float(player, i, (float)turn - 1);
        else if (p->type == SINEW_PARAMETER_INT) sinew_player_set_int(player, i, (int32_t)turn);
        else if (p->type == SINEW_PARAMETER_BOOL) sinew_player_set_bool(player, i, turn & 1);
        else if (turn == 2) sinew_player_fire(player, i);
    }
}

static const char *play_bound(const sinew_binding *binding, const sinew_model *model, const sinew_graph_desc *graph,
                              bool usual) {
    sinew_player *player = sinew_player_create(binding);
    sinew_pose *pose = model ? sinew_pose_create(binding) : NULL;
    const char *wrong = NULL;
    for (int i = 0; i < FRAMES && player && !wrong; ++i) {
        set_parameters(player, graph, i);
        const sinew_step *step = sinew_player_advance(player, i == 6 ? 1.5 : 1.0 / 20);
        if (!step) break;
        if (!isfinite(step->root.translation[0]) || !isfinite(step->root.yaw)) wrong = "root motion is not finite";
        if (!pose || wrong || sinew_pose_apply(pose, step) != SINEW_OK) continue;
        bool so = usual;
        wrong = usual ? look_at_pose(model, pose, &so) : NULL;
        if (!wrong) wrong = look_at_palettes(model, pose, usual && so);
    }
    sinew_pose_destroy(pose);
    sinew_player_destroy(player);
    return wrong;
}

static const char *play_graph(const sinew_graph *graph, const sinew_model *model, bool usual) {
    sinew_bind_desc desc = { .graph = graph, .model = model, .track_count = 1 };
    sinew_rig none = { 0 };
    sinew_binding *binding = NULL;
    if (!model) desc.rig = &none;
    if (sinew_bind(&desc, &binding, NULL) != SINEW_OK) return NULL;
    sinew_binding_lint(binding, NULL);
    const char *wrong = play_bound(binding, model, sinew_graph_definition(graph), usual);
    sinew_binding_destroy(binding);
    return wrong;
}

/* ---- all of it ---- */

static const char *write_again(const sinew_bank *bank) {
    uint32_t models = sinew_bank_model_count(bank), graphs = sinew_bank_graph_count(bank);
    sinew_bank_model_desc *model = calloc(models + 1, sizeof *model);
    sinew_bank_graph_desc *graph = calloc(graphs + 1, sizeof *graph);
    unsigned char *bytes = NULL;
    for (uint32_t i = 0; i < models && model; ++i)
        model[i] = (sinew_bank_model_desc){ sinew_bank_model_name(bank, i), sinew_bank_model(bank, i) };
    for (uint32_t i = 0; i < graphs && graph; ++i)
        graph[i] = (sinew_bank_graph_desc){ sinew_bank_graph_name(bank, i), sinew_bank_graph(bank, i) };
    sinew_bank_desc desc = { model, models, graph, graphs };
    size_t size = sinew_bank_size(&desc, NULL);
    const char *wrong = NULL;
    if (size) bytes = malloc(size); /* 0: names that are none, or twice */
    if (bytes && sinew_bank_write(&desc, bytes, size, NULL) != SINEW_OK) wrong = "it cannot be written again";
    else if (bytes &&
             (size != bank->head->size ||
              memcmp(bytes + SNW_BANK_HEAD, (const char *)bank->head + SNW_BANK_HEAD, size - SNW_BANK_HEAD) != 0))
        wrong = "written again it is another";
    free(bytes);
    free(model);
    free(graph);
    return wrong;
}

const char *bank_play(const sinew_bank *bank) {
    const char *wrong = write_again(bank);
    uint32_t models = sinew_bank_model_count(bank);
    bool *usual = calloc(models + 1, sizeof *usual);
    if (!usual) return "memory ran out";
    for (uint32_t i = 0; i < models && !wrong; ++i) wrong = play_model(sinew_bank_model(bank, i), &usual[i]);
    for (uint32_t i = 0; i < sinew_bank_graph_count(bank) && !wrong; ++i) {
        uint32_t rig = sinew_bank_rig_of(bank, i);
        if (rig != SINEW_NONE) wrong = play_graph(sinew_bank_graph(bank, i), sinew_bank_model(bank, rig), usual[rig]);
        if (!wrong) wrong = play_graph(sinew_bank_graph(bank, i), NULL, true);
    }
    free(usual);
    return wrong;
}
