/* The figure that the example makes, as the library shows it: its joints and clips, loops that close, and feet that do
   not slide. A foot is measured on the final pose at 240 Hz: the shoe's lowest point is followed against a ground that
   moves at the clip's speed, for as long as it is within 5 mm of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/io.h>

#include "examples/character/gait.h"

enum { MAX_JOINTS = 64, FRAMES_A_SECOND = 240 };

static const double NEAR_GROUND = 0.005;

/* One vertex of a shoe. */
typedef struct shoe_point {
    const sinew_mesh *mesh;
    uint32_t vertex;
} shoe_point;

typedef struct hero {
    sinew_model *model;
    sinew_pose *pose;
    shoe_point *points[2]; /* of the left and the right shoe */
    uint32_t point_count[2];
    float palette[MAX_JOINTS * 12];
} hero;

static uint32_t joint_named(const hero *h, const char *name) {
    uint32_t joint = sinew_skeleton_find_joint(sinew_model_skeleton(h->model), name);
    if (joint == SINEW_NONE) fail_msg("the figure has no joint \"%s\"", name);
    return joint;
}

static uint32_t clip_named(const hero *h, const char *name) {
    uint32_t clip = sinew_model_find_clip(h->model, name);
    if (clip == SINEW_NONE) fail_msg("the figure has no clip \"%s\"", name);
    return clip;
}

static bool is_shoe(const hero *h, const sinew_mesh *mesh, uint32_t vertex, int side) {
    const uint32_t *joints = sinew_skeleton_skin_joints(sinew_model_skeleton(h->model), 0);
    uint32_t foot = joint_named(h, side ? "foot_r" : "foot_l"), toe = joint_named(h, side ? "toe_r" : "toe_l");
    float share = 0;
    for (uint32_t i = 0; i < mesh->influence_count; ++i) {
        uint32_t joint = joints[mesh->influence_joints[vertex * mesh->influence_count + i]];
        if (joint == foot || joint == toe) share += mesh->influence_weights[vertex * mesh->influence_count + i];
    }
    return share > 0.01f;
}

static void find_shoes(hero *h) {
    for (int side = 0; side < 2; ++side) {
        for (uint32_t m = 0; m < sinew_model_mesh_count(h->model); ++m) {
            const sinew_mesh *mesh = sinew_model_mesh(h->model, m);
            for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
                if (!is_shoe(h, mesh, v, side)) continue;
                uint32_t n = h->point_count[side]++;
                h->points[side] = realloc(h->points[side], (n + 1) * sizeof *h->points[side]);
                assert_non_null(h->points[side]);
                h->points[side][n] = (shoe_point){ mesh, v };
            }
        }
    }
}

static int set_up(void **state) {
    static hero h;
    sinew_log log = { 0 };
    if (sinew_io_load_model(SINEW_HERO, NULL, &h.model, &log)) {
        sinew_io_print_log(&log, stderr);
        return 1;
    }
    assert_int_equal(log.error_count + log.warning_count, 0);
    sinew_log_free(&log);
    h.pose = sinew_pose_create_for_model(h.model, NULL);
    assert_non_null(h.pose);
    find_shoes(&h);
    *state = &h;
    return 0;
}

static int tear_down(void **state) {
    hero *h = *state;
    for (int side = 0; side < 2; ++side) free(h->points[side]);
    sinew_pose_destroy(h->pose);
    sinew_model_destroy(h->model);
    return 0;
}

/* The clip round its loop, as a player's clock would ask for it. */
static void show(hero *h, uint32_t clip, double time) {
    double length = sinew_model_clip_length(h->model, clip);
    if (length > 0 && sinew_model_clip_loops(h->model, clip)) time -= floor(time / length) * length;
    sinew_pose_rest(h->pose);
    assert_int_equal(sinew_pose_sample(h->pose, clip, time), SINEW_OK);
    assert_true(sinew_palette_3x4(h->pose, 0, h->palette, MAX_JOINTS) > 0);
}

static void point_at(const hero *h, const shoe_point *point, double out[3]) {
    const sinew_mesh *mesh = point->mesh;
    const float *p = mesh->positions + point->vertex * 3;
    out[0] = out[1] = out[2] = 0;
    for (uint32_t i = 0; i < mesh->influence_count; ++i) {
        uint32_t at = point->vertex * mesh->influence_count + i;
        const float *m = h->palette + mesh->influence_joints[at] * 12;
        for (int row = 0; row < 3; ++row) {
            double x = (double)m[row * 4] * p[0] + (double)m[row * 4 + 1] * p[1] + (double)m[row * 4 + 2] * p[2];
            out[row] += mesh->influence_weights[at] * (x + m[row * 4 + 3]);
        }
    }
}

static uint32_t lowest_point(const hero *h, int side, double out[3]) {
    uint32_t lowest = 0;
    out[0] = out[2] = 0;
    out[1] = 1e9;
    for (uint32_t i = 0; i < h->point_count[side]; ++i) {
        double p[3];
        point_at(h, &h->points[side][i], p);
        if (p[1] >= out[1]) continue;
        lowest = i;
        memcpy(out, p, sizeof p);
    }
    return lowest;
}

typedef struct contact {
    double way;     /* the longest way that a contact's lowest points slid, all steps added up */
    double drift;   /* the furthest that a contact came from where it was */
    double below;   /* the deepest under the ground */
    uint32_t near;  /* frames in which the foot was near the ground */
    uint32_t begun; /* and how often it came there */
} contact;

/* ground: metres a second that the ground moves, x and z. */
static contact follow_foot(hero *h, uint32_t clip, int side, const double ground[2], double start, uint32_t frames) {
    contact c = { 0 };
    double way = 0, drift_x = 0, drift_z = 0, last[3] = { 0 };
    bool was_near = false;
    uint32_t point = 0;
    for (uint32_t frame = 0; frame <= frames; ++frame) {
        double lowest[3], moved[3];
        show(h, clip, start + (double)frame / FRAMES_A_SECOND);
        uint32_t next = lowest_point(h, side, lowest);
        bool near = lowest[1] < NEAR_GROUND;
        c.below = fmax(c.below, -lowest[1]);
        c.near += near;
        if (near && !was_near) {
            way = drift_x = drift_z = 0;
            c.begun += 1;
        } else if (near) {
            point_at(h, &h->points[side][point], moved);
            double x = moved[0] - last[0] - ground[0] / FRAMES_A_SECOND;
            double z = moved[2] - last[2] - ground[1] / FRAMES_A_SECOND;
            drift_x += x;
            drift_z += z;
            c.way = fmax(c.way, way += sqrt(x * x + z * z));
            c.drift = fmax(c.drift, sqrt(drift_x * drift_x + drift_z * drift_z));
        }
        was_near = near;
        point = next;
        memcpy(last, lowest, sizeof last);
    }
    return c;
}

/* ---- what there is ------------------------------------------------------------------------------ */

static void joints_and_mesh(void **state) {
    hero *h = *state;
    const sinew_skeleton *skeleton = sinew_model_skeleton(h->model);
    assert_int_equal(sinew_skeleton_skin_count(skeleton), 1);
    uint32_t joints = sinew_skeleton_skin_joint_count(skeleton, 0), triangles = 0;
    assert_in_range(joints, 19, MAX_JOINTS);
    for (uint32_t m = 0; m < sinew_model_mesh_count(h->model); ++m) {
        const sinew_mesh *mesh = sinew_model_mesh(h->model, m);
        assert_int_equal(mesh->influence_count, 4);
        assert_non_null(mesh->normals);
        triangles += mesh->index_count / 3;
    }
    assert_in_range(triangles, 3000, 12000);
    print_message("hero: %u joints, %u triangles, %u clips, %zu bytes\n", joints, triangles,
                  sinew_model_clip_count(h->model), sinew_model_bytes(h->model));
}

/* Seen from outside a triangle's corners go round against the clock, and the normals point the same way. */
static void triangles_face_outwards(void **state) {
    hero *h = *state;
    uint32_t wrong = 0, all = 0;
    for (uint32_t m = 0; m < sinew_model_mesh_count(h->model); ++m) {
        const sinew_mesh *mesh = sinew_model_mesh(h->model, m);
        for (uint32_t i = 0; i < mesh->index_count; i += 3) {
            const float *p[3], *n = mesh->normals + 3 * mesh->indices[i];
            float e[3], f[3];
            for (int k = 0; k < 3; ++k) p[k] = mesh->positions + 3 * mesh->indices[i + (uint32_t)k];
            for (int k = 0; k < 3; ++k) {
                e[k] = p[1][k] - p[0][k];
                f[k] = p[2][k] - p[0][k];
            }
            float towards = (e[1] * f[2] - e[2] * f[1]) * n[0] + (e[2] * f[0] - e[0] * f[2]) * n[1] +
                            (e[0] * f[1] - e[1] * f[0]) * n[2];
            wrong += towards < 0;
            ++all;
        }
    }
    /* A sliver at a seam may lean over; a part turned inside out may not. */
    assert_true(wrong * 100 < all);
}

static void clips_and_loops(void **state) {
    static const struct {
        const char *name;
        bool loops;
    } wanted[] = {
        { "idle", true },         { "walk", true },  { "run", true },    { "walk_back", true }, { "strafe_left", true },
        { "strafe_right", true }, { "jump", false }, { "fall", true },   { "land", false },     { "attack", false },
        { "hit", false },         { "wave", true },  { "aim_up", true }, { "aim_down", true },  { "aim_ref", false },
    };
    hero *h = *state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        uint32_t clip = clip_named(h, wanted[i].name);
        assert_int_equal(sinew_model_clip_loops(h->model, clip), wanted[i].loops);
    }
}

/* The last pose of a loop is its first, to the bit. */
static void loops_close(void **state) {
    hero *h = *state;
    uint32_t joints = sinew_skeleton_joint_count(sinew_model_skeleton(h->model)), closed = 0;
    for (uint32_t clip = 0; clip < sinew_model_clip_count(h->model); ++clip) {
        sinew_transform first[MAX_JOINTS];
        if (!sinew_model_clip_loops(h->model, clip)) continue;
        show(h, clip, 0);
        for (uint32_t j = 0; j < joints; ++j) first[j] = sinew_pose_local(h->pose, j);
        assert_int_equal(sinew_pose_sample(h->pose, clip, sinew_model_clip_length(h->model, clip)), SINEW_OK);
        for (uint32_t j = 0; j < joints; ++j) {
            sinew_transform last = sinew_pose_local(h->pose, j);
            const float *a = &first[j].rotation.x, *b = &last.rotation.x;
            float same = 0;
            for (int k = 0; k < 4; ++k) same += a[k] * b[k];
            assert_float_equal(fabsf(same), 1, 1e-6);
            assert_float_equal(first[j].translation.x, last.translation.x, 1e-7);
            assert_float_equal(first[j].translation.y, last.translation.y, 1e-7);
            assert_float_equal(first[j].translation.z, last.translation.z, 1e-7);
        }
        ++closed;
    }
    assert_true(closed >= 8);
}

/* ---- how it moves --------------------------------------------------------------------------------- */

static void root_stays(void **state) {
    hero *h = *state;
    uint32_t root = joint_named(h, "root"), hips = joint_named(h, "hips");
    for (uint32_t clip = 0; clip < sinew_model_clip_count(h->model); ++clip) {
        double length = sinew_model_clip_length(h->model, clip);
        for (double time = 0; time <= length; time += 1.0 / 60) {
            show(h, clip, time);
            sinew_vec3 at = sinew_pose_local(h->pose, root).translation,
                       middle = sinew_pose_local(h->pose, hips).translation;
            assert_true(at.x == 0 && at.y == 0 && at.z == 0);
            assert_true(fabsf(middle.x) < 0.2f && fabsf(middle.z) < 0.2f);
        }
    }
}

/* A knee bends one way, and no joint turns faster than a person's can. */
static void knees_and_pops(void **state) {
    hero *h = *state;
    uint32_t joints = sinew_skeleton_joint_count(sinew_model_skeleton(h->model));
    uint32_t knees[2] = { joint_named(h, "shin_l"), joint_named(h, "shin_r") };
    double fastest = 0;
    for (uint32_t clip = 0; clip < sinew_model_clip_count(h->model); ++clip) {
        double length = sinew_model_clip_length(h->model, clip);
        uint32_t frames = (uint32_t)(length * FRAMES_A_SECOND);
        sinew_quat last[MAX_JOINTS];
        for (uint32_t frame = 0; frame <= frames; ++frame) {
            show(h, clip, (double)frame / FRAMES_A_SECOND);
            for (uint32_t j = 0; j < joints; ++j) {
                sinew_quat q = sinew_pose_local(h->pose, j).rotation;
                if (j == knees[0] || j == knees[1]) assert_true((q.w < 0 ? -q.x : q.x) > -0.01f);
                if (frame) {
                    double c = (double)q.x * last[j].x + (double)q.y * last[j].y + (double)q.z * last[j].z +
                               (double)q.w * last[j].w;
                    double speed = 2 * acos(fmin(fabs(c), 1)) * FRAMES_A_SECOND;
                    if (speed > 30)
                        fail_msg("\"%s\" at frame %u: joint %u turns at %.1f rad/s",
                                 sinew_model_clip_name(h->model, clip), frame, j, speed);
                    fastest = fmax(fastest, speed);
                }
                last[j] = q;
            }
        }
    }
    print_message("fastest joint: %.1f rad/s\n", fastest);
}

typedef struct ground_row {
    const char *clip;
    double ground[2];             /* x, z, metres a second */
    double most;                  /* millimetres that a contact may slide */
    double least_near, most_near; /* share of the time for which a foot is down */
    uint32_t contacts;            /* at least so many in two rounds */
} ground_row;

/* Twice the clip's length, four times over, so that the frames also fall between the keys. */
static void measure(hero *h, const ground_row *row) {
    uint32_t clip = clip_named(h, row->clip);
    uint32_t frames = (uint32_t)(2 * sinew_model_clip_length(h->model, clip) * FRAMES_A_SECOND);
    for (int side = 0; side < 2; ++side) {
        contact worst = { 0 };
        for (int quarter = 0; quarter < 4; ++quarter) {
            contact c = follow_foot(h, clip, side, row->ground, 0.25 * quarter / FRAMES_A_SECOND, frames);
            double near = (double)c.near / (frames + 1);
            assert_true(near >= row->least_near && near <= row->most_near);
            assert_true(c.begun >= row->contacts);
            worst.way = fmax(worst.way, c.way);
            worst.drift = fmax(worst.drift, c.drift);
            worst.below = fmax(worst.below, c.below);
            worst.near = c.near;
        }
        print_message("%-12s %s foot slides %.3f mm, ends %.3f mm away, %.3f mm below, down %.0f %% of the time\n",
                      row->clip, side ? "right" : "left", worst.way * 1000, worst.drift * 1000, worst.below * 1000,
                      100.0 * worst.near / (frames + 1));
        assert_true(worst.way * 1000 < row->most);
        assert_true(worst.below * 1000 < 2);
    }
}

static void feet_do_not_slide(void **state) {
    static const ground_row rows[] = {
        { "walk", { 0, -HERO_WALK_SPEED }, 1, 0.58, 0.72, 2 },
        { "run", { 0, -HERO_RUN_SPEED }, 2, 0.28, 0.42, 2 },
        { "walk_back", { 0, HERO_BACK_SPEED }, 1, 0.58, 0.72, 2 },
        { "strafe_left", { -HERO_STRAFE_SPEED, 0 }, 1, 0.5, 0.7, 2 },
        { "strafe_right", { HERO_STRAFE_SPEED, 0 }, 1, 0.5, 0.7, 2 },
        { "idle", { 0, 0 }, 1, 1, 1, 1 },
        { "hit", { 0, 0 }, 1, 1, 1, 1 },
        { "land", { 0, 0 }, 5, 0.9, 1, 1 },
        { "jump", { 0, 0 }, 5, 0.25, 0.5, 1 },
        { "attack", { 0, 0 }, 5, 0.6, 1, 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) measure(*state, &rows[i]);
}

/* A ground of another speed would be noticed: the measure is not blind. */
static void measure_sees_slides(void **state) {
    const double ground[2] = { 0, -1.05 * HERO_WALK_SPEED };
    hero *h = *state;
    contact c = follow_foot(h, clip_named(h, "walk"), 0, ground, 0, 252);
    assert_true(c.drift > 0.02 && c.drift < 0.1);
}

/* A walk always has a foot on the ground; a run flies twice a cycle. */
static void run_flies(void **state) {
    static const char *const names[2] = { "walk", "run" };
    hero *h = *state;
    for (int i = 0; i < 2; ++i) {
        uint32_t clip = clip_named(h, names[i]), flights = 0;
        bool was_up = false;
        for (uint32_t frame = 0; frame < (uint32_t)(sinew_model_clip_length(h->model, clip) * FRAMES_A_SECOND);
             ++frame) {
            double left[3], right[3];
            show(h, clip, (double)frame / FRAMES_A_SECOND);
            lowest_point(h, 0, left);
            lowest_point(h, 1, right);
            bool up = left[1] > NEAR_GROUND && right[1] > NEAR_GROUND;
            flights += up && !was_up;
            was_up = up;
        }
        assert_int_equal(flights, i ? 2 : 0);
    }
}

/* No clip puts a foot through the floor. */
static void nothing_below(void **state) {
    const double still[2] = { 0, 0 };
    hero *h = *state;
    for (uint32_t clip = 0; clip < sinew_model_clip_count(h->model); ++clip) {
        uint32_t frames = (uint32_t)(sinew_model_clip_length(h->model, clip) * FRAMES_A_SECOND);
        for (int side = 0; side < 2; ++side) {
            contact c = follow_foot(h, clip, side, still, 0, frames);
            if (c.below > 0.002)
                fail_msg("\"%s\": a foot is %.2f mm below", sinew_model_clip_name(h->model, clip), c.below * 1000);
        }
    }
}

/* The example's graph suits the figure: not a finding, also where missing things would be errors. */
static void graph_binds(void **state) {
    hero *h = *state;
    sinew_log log = { 0 };
    sinew_graph *graph = NULL;
    sinew_binding *binding = NULL;
    assert_int_equal(sinew_io_load_graph(SINEW_SOURCE_DIR "/examples/character/hero.animgraph", NULL, &graph, &log), 0);
    const sinew_bind_desc desc = { .graph = graph, .model = h->model, .strict = true };
    assert_int_equal(sinew_bind(&desc, &binding, &log), SINEW_OK);
    sinew_io_print_log(&log, stderr);
    assert_int_equal(log.count, 0);
    assert_int_equal(sinew_binding_layer_count(binding), 3);
    sinew_binding_destroy(binding);
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_and_mesh),   cmocka_unit_test(triangles_face_outwards),
        cmocka_unit_test(clips_and_loops),   cmocka_unit_test(loops_close),
        cmocka_unit_test(root_stays),        cmocka_unit_test(knees_and_pops),
        cmocka_unit_test(feet_do_not_slide), cmocka_unit_test(measure_sees_slides),
        cmocka_unit_test(run_flies),         cmocka_unit_test(nothing_below),
        cmocka_unit_test(graph_binds),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
