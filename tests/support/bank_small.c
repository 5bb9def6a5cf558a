/* See bank_small.h. */
#include "support/bank_small.h"

#include "sinew/io.h"

#include <stdlib.h>

static void make_model(sinew_model **model) {
    static const float times[3] = { 0, 0.5f, 1 }, values[3] = { 0, 2, 1 }, steps[9] = { 1, 1, 1, 2, 1, 1, 1, 1, 1 };
    static const float turns[12] = { 0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 1, 0, 0 };
    static const float moves[9] = { 0, 0, 0, 0.2f, 0, 1, 0, 0, 2 }, weights[6] = { 0, 1, 1, 0, 0, 0 };
    static const char *const texts[3] = { "open", "shut", "" };
    static const sinew_affine inverse[2] = { { { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } },
                                             { { 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0 } } };
    static const uint32_t skinned[2] = { 1, 0 }, triangle[3] = { 0, 1, 2 };
    static const uint16_t influences[12] = { 0, 1 };
    static const float shares[12] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, corners[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    const sinew_joint_desc joints[2] = { { "root", SINEW_NONE, NULL }, { "arm", 0, NULL } };
    const sinew_skin_desc skin = { "skin", skinned, inverse, 2 };
    const sinew_curve curves[] = {
        { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 3, times, moves },
        { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 4, times, turns },
        { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 1, 3, 4, times, turns },
        { SINEW_CHANNEL_SCALE, SINEW_INTERPOLATION_STEP, 1, 3, 3, times, steps },
        { SINEW_CHANNEL_WEIGHTS, SINEW_INTERPOLATION_LINEAR, 0, 3, 2, times, weights },
    };
    const sinew_event_desc events[] = { { "sound", "step", "1", 0.25, 0, false },
                                        { NULL, "hit", NULL, 0.5, 0.75, true } };
    const sinew_property_desc properties[] = {
        { .component = "door",
          .field = "state",
          .interpolation = SINEW_INTERPOLATION_STEP,
          .key_count = 3,
          .times = times,
          .texts = texts },
        { .pointer = "@speed", .key_count = 3, .times = times, .numbers = values },
    };
    const sinew_clip_desc clips[2] = {
        { .name = "walk",
          .curves = curves,
          .curve_count = 5,
          .events = events,
          .event_count = 2,
          .root = { SINEW_ROOT_MOTION, 0, 0, true },
          .properties = properties,
          .property_count = 2 },
        { .name = "still", .length = 1, .once = true },
    };
    const sinew_morph_desc morph = { 1, 2, NULL };
    const sinew_mesh mesh = { .joint = 1,
                              .skin = 0,
                              .vertex_count = 3,
                              .index_count = 3,
                              .influence_count = 4,
                              .positions = corners,
                              .normals = corners,
                              .influence_joints = influences,
                              .influence_weights = shares,
                              .indices = triangle };
    const sinew_model_desc desc = { .skeleton = { joints, 2, &skin, 1 },
                                    .clips = clips,
                                    .clip_count = 2,
                                    .morphs = &morph,
                                    .morph_count = 1,
                                    .meshes = &mesh,
                                    .mesh_count = 1 };
    if (sinew_model_create(&desc, model, NULL) != SINEW_OK) abort();
}

static void make_graph(sinew_graph **graph) {
    static const char text[] =
        "{\"version\":2,\"rig\":\"model.glb\",\"parameters\":{\"speed\":{\"type\":\"float\",\"default\":0},"
        "\"go\":{\"type\":\"trigger\"}},\"masks\":{\"up\":{\"bones\":[\"arm\"]}},\"layers\":[{\"name\":\"Base\","
        "\"machine\":"
        "{\"states\":{\"A\":{\"blend\":\"1d\",\"parameter\":\"speed\",\"motions\":[{\"clip\":\"still\",\"at\":0},"
        "{\"clip\":\"walk\",\"at\":1}]},\"B\":{\"clip\":\"walk\",\"tags\":[\"t\"]}},\"transitions\":[{\"from\":\"A\","
        "\"to\":\"B\","
        "\"when\":[{\"parameter\":\"go\"}],\"fade\":0.2},{\"from\":\"B\",\"to\":\"A\",\"exit\":0.9}]}},"
        "{\"name\":\"Add\",\"blend\":\"additive\",\"mask\":\"up\",\"weight\":0.5,\"machine\":{\"states\":{\"W\":{"
        "\"clip\":\"walk\"}}}}]}";
    if (sinew_io_parse_graph(text, sizeof text - 1, NULL, NULL, graph, NULL) != SINEW_OK) abort();
}

void bank_small(sinew_model **model, sinew_graph **graph) {
    make_model(model);
    make_graph(graph);
}
